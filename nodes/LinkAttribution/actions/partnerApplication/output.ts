import type { IDataObject } from 'n8n-workflow';
import { objectsIn } from '../../input/json';
import { toText } from '../../input/unknown';
import { pick } from '../output';

/** A partner application in ten flat fields, with the answers of its form as lines `question: answer`. */
export function simplifyApplication(application: IDataObject): IDataObject {
	const partner = (application.partner ?? {}) as IDataObject;
	return {
		applicationId: application.id,
		createdAt: application.createdAt,
		partnerId: partner.id,
		...pick(partner, ['name', 'email', 'country', 'website', 'description', 'groupId']),
		answers: objectsIn(application.applicationFormData)
			.map(({ label, value }) => `${toText(label)}: ${toText(value)}`)
			.join('\n'),
	};
}
