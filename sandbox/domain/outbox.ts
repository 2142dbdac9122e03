import type { Context } from '../context.ts';
import type { PartnerRow } from '../store/rows.ts';

/** Keeps the e-mail that the service would have sent; a partner without an address gets none. */
export function mailPartner(
	{ db, clock }: Pick<Context, 'db' | 'clock'>,
	partnerId: string,
	mail: { subject: string; body: string },
): void {
	const partner = db.get<PartnerRow>('SELECT * FROM partners WHERE id = ?', partnerId);
	if (!partner?.email) return;
	db.insert('outbox', { recipient: partner.email, ...mail, sent_at: clock.now() });
}
