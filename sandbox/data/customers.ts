import { alphanumeric } from '../store/ids.ts';
import type { SampleLink } from './links.ts';
import { DAY, type Sample } from './sample.ts';
import { randomVisit, type Visit } from './visits.ts';
import type { SampleWorkspace } from './workspaces.ts';

/** A visit that can still become a lead. */
export interface Click {
	id: string;
	link: SampleLink;
	url: string;
	visit: Visit;
}

export interface SampleCustomer {
	id: string;
	click: Click;
	purchases: number;
}

const FIRST_NAMES = [
	'Alex',
	'Robin',
	'Kim',
	'Sam',
	'Toni',
	'Charlie',
	'Noor',
	'Yuki',
	'Ada',
	'Luca',
];
const LAST_NAMES = ['Sample', 'Example', 'Placeholder', 'Specimen', 'Testa', 'Muster', 'Modelo'];

/** Creates customers from before the sample events: some with few details, one since deleted. */
export function createFirstCustomers(
	sample: Sample,
	workspace: SampleWorkspace,
	links: SampleLink[],
): SampleCustomer[] {
	const converting = links.filter((link) => link.trackConversion && !link.deleted);
	const withoutName = { name: null };
	const withoutAnything = { name: null, email: null, external_id: null, country: null };
	const customers = [{}, {}, {}, {}, withoutName, withoutAnything].map((fields) => {
		const click = createClick(sample, sample.random.pick(converting));
		return createCustomer(sample, workspace.id, click, sample.daysAgo(95), fields);
	});
	const click = createClick(sample, sample.random.pick(converting));
	customers.push({ id: sample.id('cus_', sample.daysAgo(95)), click, purchases: 0 });
	return customers;
}

export function createClick({ random }: Sample, link: SampleLink): Click {
	return {
		id: alphanumeric(16, random.bytes),
		link,
		url: link.urls.length === 1 ? link.urls[0] : random.pick(link.urls),
		visit: randomVisit(random),
	};
}

const INSERT = `INSERT INTO customers
	(id, workspace_id, name, email, avatar, external_id, country, link_id, click_id, created_at)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** @param fields overrides of the defaults */
export function createCustomer(
	sample: Sample,
	workspaceId: string,
	click: Click,
	createdAt: number,
	fields: {
		name?: string | null;
		email?: string | null;
		external_id?: string | null;
		country?: string | null;
	} = {},
): SampleCustomer {
	const { random } = sample;
	const id = sample.id('cus_', createdAt);
	const handle = alphanumeric(8, random.bytes);
	const customer = {
		name: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
		email: `${handle.toLowerCase()}@customers.example.net`,
		external_id: `user-${handle}`,
		country: click.visit.country,
		...fields,
	};
	sample.db.run(
		INSERT,
		id,
		workspaceId,
		customer.name,
		customer.email,
		random.chance(0.3) ? `https://assets.example.com/avatars/${handle}.png` : null,
		customer.external_id,
		customer.country,
		click.link.id,
		click.id,
		createdAt,
	);
	return { id, click, purchases: 0 };
}

/** Every third customer pays by Stripe; every sixth has canceled. */
export function createBilling({ db, now }: Sample): void {
	db.run(
		`INSERT INTO customer_billing (customer_id, stripe_customer_id, subscription_canceled_at)
		 SELECT id, 'cus_' || substr(id, -14), CASE WHEN n % 6 = 0 THEN min(?, created_at + ?) END
		 FROM (SELECT id, created_at, row_number() OVER (ORDER BY id) AS n FROM customers) WHERE n % 3 = 0`,
		now,
		DAY,
	);
}
