import { alphanumeric } from '../store/ids.ts';
import type { Random, Weighted } from '../store/random.ts';
import { createClick, createCustomer, type Click, type SampleCustomer } from './customers.ts';
import type { SampleLink } from './links.ts';
import { DAY, type Sample } from './sample.ts';
import type { SampleWorkspace } from './workspaces.ts';

/** The links and customers that the events of a workspace refer to. */
export interface Audience {
	workspace: SampleWorkspace;
	links: SampleLink[];
	customers: SampleCustomer[];
}

type Kind = 'click' | 'lead' | 'sale';

interface Counters {
	clicks: number;
	leads: number;
	conversions: number;
	sales: number;
	saleAmount: number;
	lastClicked: number | null;
}

const KINDS: Weighted<Kind> = [
	['click', 84],
	['lead', 11],
	['sale', 5],
];
const SHARE = { free: 0, pro: 0, business: 70, advanced: 20, enterprise: 10 };
const DAYS = 90;
/** The share of events in the last day, so that the default window is not empty. */
const LAST_DAY_SHARE = 0.42;
const SAME_SECOND_SHARE = 0.2;
const BACKDATED_SHARE = 0.03;
const DELETED_CUSTOMER_SHARE = 0.02;
/** Maximum number of clicks and customers kept for later leads and sales; bounds memory. */
const REMEMBERED = 400;

const PROCESSORS: Weighted<string> = [
	['stripe', 40],
	['shopify', 20],
	['custom', 12],
	['paddle', 8],
	['polar', 8],
	['revenuecat', 5],
	['apple', 3],
	['lemonsqueezy', 2],
	['dub', 2],
];
const LEAD_NAMES = ['Sign up', 'Start trial', 'Book demo'];
const PLANS = ['starter', 'pro', 'team'];

const INSERT = `INSERT INTO events (
	workspace_id, kind, timestamp, event_id, event_name, metadata, click_id, link_id, url,
	continent, country, region, city, device, browser, os, ua, trigger, referer, referer_url, ip,
	customer_id, amount, currency, invoice_id, payment_processor, sale_type
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Writes `count` events in the order of their arrival, and the counters of their links. Leads follow earlier clicks,
 * sales follow earlier leads.
 */
export function createEvents(sample: Sample, audiences: Audience[], count: number): void {
	const counters = new Map<string, Counters>();
	const shares: Weighted<Recorder> = audiences.map((audience) => [
		new Recorder(sample, audience, counters),
		SHARE[audience.workspace.plan],
	]);
	for (const instant of arrivalTimes(sample, count)) {
		sample.random.weighted(shares).record(sample.random.weighted(KINDS), instant);
	}
	for (const [linkId, total] of counters) {
		sample.db.run(
			`UPDATE links SET clicks = ?, leads = ?, conversions = ?, sales = ?, sale_amount = ?, last_clicked = ?
			 WHERE id = ?`,
			total.clicks,
			total.leads,
			total.conversions,
			total.sales,
			total.saleAmount,
			total.lastClicked,
			linkId,
		);
	}
}

/** Ascending instants within the last 90 days: many in the last day, and some in the same second. */
function arrivalTimes({ random, now }: Sample, count: number): Float64Array {
	const times = new Float64Array(count);
	for (let i = 0; i < count; i++) {
		const age = random.chance(LAST_DAY_SHARE) ? DAY : DAYS * DAY;
		times[i] = Math.ceil(now - age * random.fraction());
	}
	times.sort();
	for (let i = 1; i < count; i++) {
		if (random.chance(SAME_SECOND_SHARE)) times[i] = times[i - 1];
	}
	return times;
}

/** Records the events of a workspace and keeps the clicks and customers that later ones can follow. */
class Recorder {
	readonly #sample: Sample;
	readonly #random: Random;
	readonly #audience: Audience;
	readonly #counters: Map<string, Counters>;
	readonly #clicks: Click[] = [];
	readonly #customers: SampleCustomer[];
	readonly #deletedCustomer: SampleCustomer;

	constructor(sample: Sample, audience: Audience, counters: Map<string, Counters>) {
		this.#sample = sample;
		this.#random = sample.random;
		this.#audience = audience;
		this.#counters = counters;
		this.#customers = [...audience.customers];
		this.#deletedCustomer = audience.customers[audience.customers.length - 1];
	}

	record(kind: Kind, arrivedAt: number): void {
		const happenedAt = this.#random.chance(BACKDATED_SHARE) ? this.#backdate(arrivedAt) : arrivedAt;
		if (kind === 'sale') this.#sale(wholeSecond(happenedAt));
		else if (kind === 'lead' && this.#clicks.length > 0) this.#lead(wholeSecond(happenedAt));
		else this.#click(happenedAt);
	}

	#click(instant: number): void {
		const { links } = this.#audience;
		// Squaring makes a few links popular.
		const link = links[Math.floor(links.length * this.#random.fraction() ** 2)];
		const click = createClick(this.#sample, link);
		if (link.trackConversion) this.#remember(this.#clicks, click);
		const counters = this.#countersOf(link);
		counters.clicks++;
		counters.lastClicked = Math.max(counters.lastClicked ?? 0, instant);
		this.#insert('click', instant, click, [null, null, null], [null, null, null, null, null, null]);
	}

	#lead(instant: number): void {
		const click = this.#random.pick(this.#clicks);
		const customer = createCustomer(this.#sample, this.#audience.workspace.id, click, instant);
		this.#remember(this.#customers, customer);
		this.#countersOf(click.link).leads++;
		const name = this.#random.pick(LEAD_NAMES);
		const event = [this.#eventId(), name, this.#leadMetadata()] as const;
		this.#insert('lead', instant, click, event, [customer.id, null, null, null, null, null]);
	}

	#sale(instant: number): void {
		const customer = this.#random.chance(DELETED_CUSTOMER_SHARE)
			? this.#deletedCustomer
			: this.#random.pick(this.#customers);
		customer.purchases++;
		const first = customer.purchases === 1;
		const amount = this.#random.int(5, 400) * 100 - 1;
		const counters = this.#countersOf(customer.click.link);
		counters.sales++;
		counters.saleAmount += amount;
		if (first) counters.conversions++;
		const name = first ? 'Purchase' : this.#random.pick(['Invoice paid', 'Subscription renewed']);
		const invoice = this.#random.chance(0.15) ? null : `in_${alphanumeric(14, this.#random.bytes)}`;
		this.#insert(
			'sale',
			instant,
			customer.click,
			[this.#eventId(), name, this.#saleMetadata()],
			[
				customer.id,
				amount,
				'usd',
				invoice,
				this.#random.weighted(PROCESSORS),
				first ? 'new' : 'recurring',
			],
		);
	}

	#insert(
		kind: Kind,
		instant: number,
		{ id, link, url, visit }: Click,
		event: readonly [id: string | null, name: string | null, metadata: string | null],
		sale: readonly [
			customerId: string | null,
			amount: number | null,
			currency: string | null,
			invoiceId: string | null,
			processor: string | null,
			type: 'new' | 'recurring' | null,
		],
	): void {
		this.#sample.db.run(
			INSERT,
			this.#audience.workspace.id,
			kind,
			instant,
			...event,
			id,
			link.id,
			url,
			visit.continent,
			visit.country,
			visit.region,
			visit.city,
			visit.device,
			visit.browser,
			visit.os,
			visit.ua,
			visit.trigger,
			visit.referer,
			visit.refererUrl,
			visit.ip,
			...sale,
		);
	}

	#leadMetadata(): string | null {
		if (this.#random.chance(0.2)) return null;
		return JSON.stringify({
			plan: this.#random.pick(PLANS),
			seats: this.#random.int(1, 50),
			trial: this.#random.chance(0.4),
			...(this.#random.chance(0.4) && {
				source: this.#random.pick(['webinar', 'docs', "friend's tip"]),
			}),
		});
	}

	#saleMetadata(): string | null {
		if (this.#random.chance(0.2)) return null;
		return JSON.stringify({
			plan: this.#random.pick(PLANS),
			items: this.#random.int(1, 9),
			...(this.#random.chance(0.3) && { coupon: this.#random.pick(['SPRING', 'WELCOME10']) }),
			shipping: { country: this.#random.pick(['US', 'DE', 'JP']) },
		});
	}

	#eventId(): string {
		return alphanumeric(16, this.#random.bytes);
	}

	/** An instant long before the event's arrival, as with imports and manual commissions. */
	#backdate(arrivedAt: number): number {
		const oldest = this.#sample.daysAgo(DAYS - 1);
		return Math.max(oldest, arrivedAt - this.#random.int(1, 60) * DAY);
	}

	#remember<T>(list: T[], value: T): void {
		if (list.length < REMEMBERED) list.push(value);
		else list[this.#random.int(0, REMEMBERED - 1)] = value;
	}

	#countersOf({ id }: SampleLink): Counters {
		let counters = this.#counters.get(id);
		if (!counters) {
			counters = {
				clicks: 0,
				leads: 0,
				conversions: 0,
				sales: 0,
				saleAmount: 0,
				lastClicked: null,
			};
			this.#counters.set(id, counters);
		}
		return counters;
	}
}

/** Leads and sales have whole seconds. */
function wholeSecond(instant: number): number {
	return Math.floor(instant / 1000) * 1000;
}
