import type { Workspace } from '../http/columns.ts';
import type { Context } from '../http/context.ts';
import type { PartnerLinkFields } from '../link/fields.ts';
import { isTaken } from '../link/key.ts';
import { createLink } from '../link/rules.ts';
import type { EnrollmentRow, PartnerRow, ProgramRow } from '../program/columns.ts';
import type { Database } from '../store/database.ts';
import { alphanumeric } from '../store/ids.ts';
import { enrolledPartner } from './list.ts';
import { presentEnrolledPartner } from './present.ts';

/** The workspace and user that a link is created for. */
export interface Owner {
	workspace: Workspace;
	userId: string;
}

export type PartnerIdentity = Pick<PartnerRow, 'id' | 'name' | 'email' | 'username'>;

interface DefaultLink {
	tenantId?: string;
	linkProps?: PartnerLinkFields;
}

/** Creates an approved partner's default link, unless they have links, and publishes the partner to the webhooks. */
export function welcome(
	context: Context,
	owner: Owner,
	program: ProgramRow,
	partner: PartnerIdentity,
	enrollment: EnrollmentRow,
	link: DefaultLink,
): void {
	const { db } = context;
	const linked = 'SELECT 1 FROM links WHERE program_id = ? AND partner_id = ?';
	if (!db.get(linked, program.id, partner.id)) {
		createDefaultLink(context, owner, program, partner, link);
	}
	context.webhooks.publish(program.workspace_id, 'partner.enrolled', () =>
		presentEnrolledPartner(enrolledPartner(db, enrollment)),
	);
}

function createDefaultLink(
	context: Context,
	owner: Owner,
	program: ProgramRow,
	partner: PartnerIdentity,
	{ tenantId, linkProps }: DefaultLink,
): void {
	createLink(context, owner, {
		...linkProps,
		domain: program.domain,
		url: program.url,
		key: linkProps?.prefix ? undefined : defaultKey(context.db, program.domain, partner),
		programId: program.id,
		partnerId: partner.id,
		tenantId: tenantId ?? linkProps?.tenantId,
		folderId: program.default_folder_id,
		trackConversion: true,
	});
}

/** A slug of the partner's name, with a random suffix if it is used. */
function defaultKey(
	db: Database,
	domain: string,
	{ username, name, email }: PartnerIdentity,
): string {
	const readable = name === email ? name.split('@')[0] : name;
	const slug = (username ?? readable)
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '');
	if (slug !== '' && !isTaken(db, domain, slug)) return slug;
	return `${slug}-${alphanumeric(6)}`.replace(/^-/, '');
}
