import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../input/text';
import { ApiError } from '../../transport/apiError';
import { cancelSignalOf, withSignal } from '../../transport/n8nQuirks';
import { apiObject } from '../../transport/request';
import { asError } from '../../input/unknown';
import type { Shape } from '../types';
import { findPartner, type PartnerKey } from './findPartner';

/** The result of a decision about a partner, for the editor. */
export const moderationShape: Shape = {
	partnerId: 'string',
	name: 'string?',
	email: 'string?',
	status: 'string',
	changed: 'boolean',
	effect: 'string',
};

interface Moderation {
	path: string;
	body: IDataObject;
	/** The status that the partner has afterwards. */
	status: string;
	/** @param partner as they are afterwards; undefined if they cannot be read */
	effectOf: (partner: IDataObject | undefined) => Promise<string> | string;
}

/**
 * Changes the status of a partner and says what that did. The service answers with an ID alone, and refuses a partner who
 * has the status already, which is a result here.
 */
export async function moderate(
	context: IExecuteFunctions,
	key: PartnerKey,
	{ path, body, status, effectOf }: Moderation,
): Promise<IDataObject> {
	const read = async () =>
		await ifReadable(context, async (briefly) => await findPartner(briefly, key));
	try {
		const changed = await apiObject(context, { method: 'POST', path, body });
		const partner = await read();
		const { name = null, email = null } = partner ?? {};
		const { partnerId } = changed;
		return { partnerId, name, email, status, changed: true, effect: await effectOf(partner) };
	} catch (thrown) {
		const isRefused = thrown instanceof ApiError && thrown.failure.status === 400;
		const partner = isRefused ? await read() : undefined;
		if (partner?.status !== status) throw asError(thrown);
		return alreadyDone(partner);
	}
}

function alreadyDone({ id, name, email, status }: IDataObject): IDataObject {
	const effect = `None: the partner is already ${String(status)}.`;
	return { partnerId: id, name, email, status, changed: false, effect };
}

/** The number of links of a partner, e.g. `3 links`. */
export function linksInWords(partner: IDataObject | undefined): string {
	const links = partner?.links;
	return Array.isArray(links) ? counted(links.length, 'link') : 'All links';
}

/** Milliseconds. A rate limited request could wait for minutes. */
const MAX_READING_MS = 10_000;

/**
 * Reads something only to describe a change, which must neither fail nor wait long because of it.
 *
 * @param read gets a context whose requests end soon
 */
export async function ifReadable<Result>(
	context: IExecuteFunctions,
	read: (briefly: IExecuteFunctions) => Promise<Result>,
): Promise<Result | undefined> {
	const signals = [AbortSignal.timeout(MAX_READING_MS), cancelSignalOf(context) ?? []].flat();
	try {
		return await read(withSignal(context, AbortSignal.any(signals)) as IExecuteFunctions);
	} catch {
		return undefined;
	}
}
