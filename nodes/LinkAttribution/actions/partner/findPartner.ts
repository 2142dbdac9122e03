import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { findInList } from '../findOne';

/** One of what identifies a partner. */
export type PartnerKey = { partnerId: string } | { tenantId: string } | { email: string };

/** @returns undefined if no partner has exactly this value, whatever their status */
export async function findPartner(
	context: IExecuteFunctions,
	key: PartnerKey,
): Promise<IDataObject | undefined> {
	const [[name, text]] = Object.entries('partnerId' in key ? { id: key.partnerId } : key);
	return await findInList(context, {
		path: '/partners',
		// The service searches IDs, too.
		query: name === 'id' ? { search: text } : key,
		isWanted: (partner) => String(partner[name]).toLowerCase() === text.toLowerCase(),
	});
}
