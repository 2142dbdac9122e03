import { it } from '@jest/globals';
import { useTriggerService } from '../support/node/triggerService';
import { credentialTestMessages, httpRequestCases } from './errorsDocument/credential';
import { DocumentPart } from './errorsDocument/document';
import { triggerCases } from './errorsDocument/trigger';

const triggers = useTriggerService({ webhooks: { retryFactor: 0, maxRetries: 2 } });

it('docs/errors.md shows each error of the trigger and the credentials as it is', async () => {
	const document = new DocumentPart('trigger');
	document.section('The trigger');
	for (const [when, happen] of Object.entries(triggerCases)) {
		triggers.reset();
		document.add(when, await happen(triggers));
		triggers.sandbox.quirks.deliveryLog = true;
		triggers.proxy.respond = () => undefined;
	}
	document.section("The credential in n8n's HTTP Request node");
	for (const [when, happen] of Object.entries(httpRequestCases)) {
		document.add(when, await happen());
	}
	document.section('The test of the credential');
	for (const [message, causes] of credentialTestMessages()) {
		document.add(causes.join(', '), { message });
	}
	document.check();
});
