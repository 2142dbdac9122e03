import { COMMISSION_STATUSES, COMMISSION_TYPES } from '../commission/columns.ts';
import { alphanumeric } from '../store/ids.ts';
import type { SampleCustomer } from './customers.ts';
import type { SamplePartner } from './partners.ts';
import type { Program } from './program.ts';
import type { Sample } from './sample.ts';

/** Creates commissions of every type in every status; the first approved partner has all of them. */
export function createCommissions(
	sample: Sample,
	program: Program,
	partners: SamplePartner[],
	customers: SampleCustomer[],
): void {
	const earning = partners.filter(({ links }) => links.length > 0);
	const kinds = COMMISSION_TYPES.flatMap((type) =>
		COMMISSION_STATUSES.map((status) => ({ type, status })),
	);
	kinds.forEach((kind, i) => {
		for (const partner of [earning[0], earning[1 + (i % (earning.length - 1))]]) {
			insertCommission(sample, program, partner, customers[i % customers.length], kind, i);
		}
	});
}

function insertCommission(
	sample: Sample,
	program: Program,
	partner: SamplePartner,
	customer: SampleCustomer,
	{
		type,
		status,
	}: { type: (typeof COMMISSION_TYPES)[number]; status: (typeof COMMISSION_STATUSES)[number] },
	i: number,
): void {
	const { random } = sample;
	const createdAt = sample.daysAgo(1 + 80 * random.fraction());
	const amount = type === 'sale' ? random.int(20, 400) * 100 : 0;
	const clawback = type === 'custom' && i % 2 === 1;
	const earnings = type === 'sale' ? amount / 10 : random.int(1, 50) * 100;
	sample.insert('commissions', {
		id: sample.id('cm_', createdAt),
		program_id: program.id,
		partner_id: partner.id,
		type,
		status,
		amount,
		earnings: clawback ? -earnings : earnings,
		quantity: type === 'click' ? random.int(1, 90) : 1,
		customer_id: type === 'lead' || type === 'sale' ? customer.id : null,
		link_id: type === 'custom' || type === 'referral' ? null : partner.links[0].id,
		invoice_id: type === 'sale' ? `in_${alphanumeric(14, random.bytes)}` : null,
		description: clawback ? 'Correction of an earlier payout' : null,
		created_at: createdAt,
		updated_at: createdAt,
		paid_at: status === 'paid' ? createdAt + 86_400_000 : null,
	});
}

/** Creates one discount code for each link; some are disabled, some detached from their discount. */
export function createDiscountCodes(
	sample: Sample,
	program: Program,
	partners: SamplePartner[],
): void {
	const links = partners
		.filter(({ status }) => status === 'approved')
		.flatMap((partner) => partner.links.map((link) => ({ link, partner })));
	links.forEach(({ link, partner }, i) => {
		const createdAt = sample.daysAgo(60 - i);
		const detached = i % 8 === 7;
		sample.insert('discount_codes', {
			id: sample.id('dcode_', createdAt),
			program_id: program.id,
			code: `SAVE${alphanumeric(6, sample.random.bytes)}`,
			discount_id: detached ? null : partner.discountId,
			partner_id: partner.id,
			link_id: link.id,
			disabled_at: detached || i % 8 === 3 ? sample.daysAgo(4) : null,
			created_at: createdAt,
		});
	});
}
