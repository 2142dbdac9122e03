import { it } from '@jest/globals';
import { useTriggerService } from '../support/node/triggerService';
import { DocumentPart } from './errorsDocument/document';
import { errorOf } from './errorsDocument/errorOf';
import { inputSections } from './errorsDocument/input';

const triggers = useTriggerService();

it('docs/errors.md shows each error about the input as it is, with what to do in a few words', async () => {
	const document = new DocumentPart('input', [
		'# Errors',
		'',
		"The errors of the nodes and credentials as the editor shows them: what is wrong, then what to do. The service's code and a link to its documentation come last. The first sections are about what the node finds before it sends anything.",
	]);
	for (const [section, cases] of Object.entries(inputSections)) {
		document.section(section);
		for (const one of cases) document.add(one.when, await errorOf(triggers, one), one.isAboutJson);
	}
	document.check();
});
