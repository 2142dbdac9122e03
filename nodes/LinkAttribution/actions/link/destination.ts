import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { withHint } from '../../input/hints';

/*
 * The service has UTM parameters twice: as fields of a link, and in its destination. Its public source keeps them in step
 * only where it handles both (commit 1de955f).
 */

const UTM_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

/** The fields that the service adds to a destination, in its order. */
const PARAMETERS = [...UTM_FIELDS, 'ref'];

/** As the service reads it. @returns undefined for anything but a URL */
function destinationOf({ url }: IDataObject): URL | undefined {
	if (typeof url !== 'string') return undefined;
	const address = URL.canParse(url) ? url : `https://${url}`;
	return URL.canParse(address) ? new URL(address) : undefined;
}

/** The value in a destination: `constructURLFromUTMParams` takes the first plus sign for a space. */
function parameterOf(value: unknown): string {
	return String(value).trim().replace('+', ' ');
}

/**
 * Adds the parameters to the destination, as the service stores it. Create or Update looks for a link with the URL that is
 * sent, before it adds them, and would create another one each time (`apps/web/app/api/links/upsert/route.ts`); Update Many
 * does not add them (`apps/web/lib/api/links/bulk-update-links.ts`).
 */
export function withDestination(link: IDataObject): IDataObject {
	const destination = destinationOf(link);
	const names = PARAMETERS.filter((name) => link[name]);
	if (!destination || names.length === 0) return link;
	for (const name of names) destination.searchParams.set(name, parameterOf(link[name]));
	return { ...link, url: destination.href };
}

/**
 * Adds the parameters of a new destination as fields: Update replaces them by the fields that are stored
 * (`apps/web/app/api/links/[linkId]/route.ts`).
 */
export function withOwnParameters(changes: IDataObject): IDataObject {
	const parameters = destinationOf(changes)?.searchParams;
	const own = UTM_FIELDS.map((name) => [name, parameters?.get(name)] as const);
	return { ...Object.fromEntries(own.filter(([, value]) => value)), ...changes };
}

/** Whether a link leads to a destination with the parameters that were set. */
export function hasParameters(link: IDataObject, changes: IDataObject): boolean {
	const names = PARAMETERS.filter((name) => changes[name]);
	if (names.length === 0) return true;
	const parameters = destinationOf(link)?.searchParams;
	return !parameters || names.every((name) => parameters.get(name) === parameterOf(changes[name]));
}

const CHANGED =
	"The service changed a destination. Next time, enter 'Destination URL' as 'url' in the output. Otherwise, another link is created.";

/**
 * Tells if Create or Update will not find a link again, since the service looks for the destination as it is sent. The
 * public service adds a slash to a domain alone when it updates a link, and the UTM template of a partner's group.
 *
 * @param sent as it was sent
 */
export function withDestinationHint(
	context: IExecuteFunctions,
	output: IDataObject,
	link: IDataObject,
	sent: IDataObject,
): IDataObject {
	const url = URL.canParse(String(sent.url)) ? sent.url : destinationOf(sent)?.href;
	const isChanged = typeof link.url === 'string' && link.url !== url;
	return isChanged ? withHint(context, output, CHANGED) : output;
}
