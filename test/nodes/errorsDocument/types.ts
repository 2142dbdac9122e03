import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';
import type { StubResponse } from '../../support/sandbox/recordingProxy';

/** An error of the node, and how it happens. */
export interface ErrorCase {
	/** Its heading in the document. */
	when: string;
	parameters: INodeParameters;
	items?: IDataObject[];
	/** Of each input item. */
	binary?: IBinaryKeyData;
	workspace?: string;
	/** A key of the workspace, or `wrong` or `empty`. */
	key?: string;
	/** The responses of the service, one for each request; the last one repeats. */
	responses?: StubResponse[];
	baseUrl?: string;
	/** A server that does not work as it should, in place of the service. */
	server?: 'expired' | 'otherHost' | 'plain' | 'selfSigned' | 'silent';
	/** Whether the message is about names in JSON. */
	isAboutJson?: true;
	/** Of the credential for OAuth2. */
	token?: IDataObject;
}
