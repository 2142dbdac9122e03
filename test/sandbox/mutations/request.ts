import type { Sandbox } from '../../../sandbox/app/server.ts';
import type { Fields } from './fields.ts';

/** What the sample data of the Enterprise workspace has, by what it is. */
export interface Ids {
	bounty: string;
	click: string;
	commission: string;
	customer: string;
	domain: string;
	folder: string;
	link: string;
	/** An approved partner with a discount, and their link. */
	partner: string;
	partnerLink: string;
	pending: string;
	submission: string;
	tag: string;
}

/** A request that the service takes, and what becomes of it when one field changes. */
export interface MutatedRequest {
	/** `POST /tags`; in braces one of `Ids`: `PATCH /tags/{tag}`. */
	name: string;
	/** The fields that the request needs. @param n the number of the request, for names that must be free */
	base?: (ids: Ids, n: number) => unknown;
	/** Of the request without a change. */
	status?: number;
	/** Of the body, or of the query of GET and DELETE requests. */
	fields: Fields;
	/** Before each request: what the last one changed. */
	reset?: (sandbox: Sandbox, ids: Ids) => void;
}
