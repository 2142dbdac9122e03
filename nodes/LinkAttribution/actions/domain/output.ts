import type { IDataObject } from 'n8n-workflow';
import { inShape } from '../output';
import type { Shape } from '../types';

/** A domain, for the editor. */
export const domainShape: Shape = {
	id: 'string',
	slug: 'string',
	verified: 'boolean',
	primary: 'boolean',
	archived: 'boolean',
	expiredUrl: 'string?',
	notFoundUrl: 'string?',
	placeholder: 'string?',
	createdAt: 'string',
	registrationExpiresAt: 'string?',
};

/** A domain in ten flat fields. `registrationExpiresAt` is `null` if it was not registered through the service. */
export function simplifyDomain(domain: IDataObject): IDataObject {
	const registration = (domain.registeredDomain ?? {}) as IDataObject;
	return inShape({ ...domain, registrationExpiresAt: registration.expiresAt }, domainShape);
}
