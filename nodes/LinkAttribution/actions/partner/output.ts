import type { IDataObject } from 'n8n-workflow';
import { objectsIn } from '../../input/json';
import { inShape, pick } from '../output';
import type { Shape } from '../types';

/** A partner, for the editor. */
export const partnerShape: Shape = {
	id: 'string',
	name: 'string',
	email: 'string?',
	status: 'string',
	groupId: 'string?',
	tenantId: 'string?',
	createdAt: 'string',
	shortLink: 'string?',
	totalClicks: 'integer',
	totalLeads: 'integer',
	totalSales: 'integer',
	totalSaleAmount: 'integer',
	totalCommissions: 'integer',
};

/** A partner in flat fields; `shortLink` is that of the first link, amounts are in cents. */
export function simplifyPartner(partner: IDataObject): IDataObject {
	const [link] = objectsIn(partner.links);
	return inShape({ ...partner, shortLink: link?.shortLink }, partnerShape);
}

/** A row of the analytics of links in ten flat fields; amounts are in cents. */
export function simplifyTopLink(row: IDataObject): IDataObject {
	return pick(row, [
		...['id', 'shortLink', 'url', 'domain', 'key'],
		...['clicks', 'leads', 'sales', 'saleAmount', 'earnings'],
	]);
}
