import type { INodeParameters } from 'n8n-workflow';

/** Fields of a new link as its form has them: the domain, the slug, and UTM parameters outside of Additional Fields. */
export function linkForm({ domain, key, ...fields }: INodeParameters): INodeParameters {
	const [utm, additionalFields] = [true, false].map((isUtm) =>
		Object.fromEntries(
			Object.entries(fields).filter(([name]) => name.startsWith('utm_') === isUtm),
		),
	);
	return {
		...(domain !== undefined && { domain }),
		...(key !== undefined && { key }),
		...(Object.keys(utm).length > 0 && { utm }),
		additionalFields,
	};
}
