import { presentWebsites } from '../partner/present.ts';
import type { ApplicationRow, EnrollmentRow, PartnerRow } from '../program/columns.ts';
import { fromJson, isoDate } from '../store/values.ts';

export function presentPartnerApplication(
	application: ApplicationRow,
	partner: PartnerRow,
	enrollment: Pick<EnrollmentRow, 'group_id' | 'status'>,
) {
	return {
		id: application.id,
		createdAt: isoDate(application.created_at),
		partner: {
			id: partner.id,
			name: partner.name,
			companyName: partner.company_name,
			email: partner.email,
			image: partner.image,
			description: partner.description,
			country: partner.country,
			groupId: enrollment.group_id,
			status: enrollment.status,
			...presentWebsites(partner),
		},
		applicationFormData: fromJson(application.form_data),
	};
}
