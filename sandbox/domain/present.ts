import { isoDate } from '../store/values.ts';
import type { DomainRow } from './columns.ts';

export function presentDomain(row: DomainRow) {
	return {
		id: row.id,
		slug: row.slug,
		verified: row.verified === 1,
		primary: row.is_primary === 1,
		archived: row.archived === 1,
		placeholder: row.placeholder,
		expiredUrl: row.expired_url,
		notFoundUrl: row.not_found_url,
		logo: row.logo,
		assetLinks: row.asset_links,
		appleAppSiteAssociation: row.apple_app_site_association,
		createdAt: isoDate(row.created_at),
		updatedAt: isoDate(row.updated_at),
		registeredDomain: row.registration_id === null ? null : presentRegistration(row),
	};
}

function presentRegistration(row: DomainRow) {
	return {
		id: row.registration_id,
		autoRenewalDisabledAt: isoDate(row.auto_renewal_disabled_at),
		createdAt: isoDate(row.registered_at),
		expiresAt: isoDate(row.registration_expires_at),
		renewalFee: row.renewal_fee,
	};
}
