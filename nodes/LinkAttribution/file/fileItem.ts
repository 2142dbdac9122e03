import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

/** An output item with binary data. */
export class FileItem {
	readonly json: IDataObject;

	readonly binary: IBinaryKeyData;

	constructor(json: IDataObject, binary: IBinaryKeyData) {
		this.json = json;
		this.binary = binary;
	}
}
