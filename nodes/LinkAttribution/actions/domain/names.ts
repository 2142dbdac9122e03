import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, filledText } from '../../helpers/check';
import { requiredText } from '../../input/locators';

const HOST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;
const LINK = /^[a-z0-9-]+\.link$/;

/** In small letters, as the service keeps it. */
export const domainName = filledText(190)
	.transform((name) => name.toLowerCase())
	.pipe(
		z
			.string()
			.regex(HOST, 'must be a domain such as go.example.com, without https:// and path')
			.refine((name) => !name.startsWith('www.'), 'must not start with www.'),
	);

/** One that the service itself can register. */
export const linkDomainName = filledText(190)
	.transform((name) => name.toLowerCase())
	.pipe(z.string().regex(LINK, 'takes only domains that end with .link, such as example.link'));

/**
 * The domain chosen in the locator 'Domain'.
 *
 * @throws UserError when nothing was chosen, or what cannot be a domain
 */
export function chosenDomain(this: IExecuteFunctions, itemIndex: number): string {
	const { text } = requiredText(this.getNodeParameter('domain', itemIndex), 'Domain');
	return check(z.object({ domain: domainName }), { domain: text }).domain;
}
