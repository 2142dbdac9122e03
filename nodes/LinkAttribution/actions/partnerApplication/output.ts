import type { IDataObject } from 'n8n-workflow';
import { pick } from '../output';

/** A partner application in ten flat fields, with the answers of its form as lines `question: answer`. */
export function simplifyApplication(application: IDataObject): IDataObject {
	const answers = (application.applicationFormData ?? []) as IDataObject[];
	const partner = (application.partner ?? {}) as IDataObject;
	return {
		applicationId: application.id,
		createdAt: application.createdAt,
		partnerId: partner.id,
		...pick(partner, ['name', 'email', 'country', 'website', 'description', 'groupId']),
		answers: answers
			.map(({ label, value }) => `${String(label)}: ${String(value ?? '')}`)
			.join('\n'),
	};
}
