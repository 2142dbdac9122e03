import type { IDataObject } from 'n8n-workflow';
import { pick } from '../output';

/** A domain in ten flat fields. `registrationExpiresAt` is `null` if it was not registered through the service. */
export function simplifyDomain(domain: IDataObject): IDataObject {
	const registration = (domain.registeredDomain ?? {}) as IDataObject;
	return {
		...pick(domain, [
			...['id', 'slug', 'verified', 'primary', 'archived'],
			...['expiredUrl', 'notFoundUrl', 'placeholder', 'createdAt'],
		]),
		registrationExpiresAt: registration.expiresAt ?? null,
	};
}
