import { it } from '@jest/globals';
import { searchList } from '../support/node/runNode';
import { failureOf, useTriggerService } from '../support/node/triggerService';
import { DocumentPart } from './errorsDocument/document';
import { errorOf } from './errorsDocument/errorOf';
import { responseSections } from './errorsDocument/response';

const triggers = useTriggerService();

it('docs/errors.md shows each error after a request as it is, with what to do in a few words', async () => {
	const document = new DocumentPart('responses');
	for (const [section, cases] of Object.entries(responseSections)) {
		document.section(section);
		for (const one of cases) document.add(one.when, await errorOf(triggers, one), one.isAboutJson);
	}
	document.section('A list in the editor');
	const list = searchList('searchSubmissions', triggers.service.credential());
	document.add('The submissions of no bounty', await failureOf(list));
	const links = searchList('searchPartnerLinks', triggers.service.credential());
	document.add("The links of a partner who isn't chosen yet", await failureOf(links));
	document.check();
});
