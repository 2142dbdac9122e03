import { planAtLeast, PLANS } from '../http/permissions.ts';
import type { Database } from '../store/database.ts';
import { Random } from '../store/random.ts';
import { createBounties } from './bounties.ts';
import { createBilling, createFirstCustomers } from './customers.ts';
import { createEvents, type Audience } from './events.ts';
import { createLibrary } from './library.ts';
import { createLinks } from './links.ts';
import { createPartners, type SamplePartner } from './partners.ts';
import { createPayouts } from './payouts.ts';
import { createProgram, giveDiscount, type Program } from './program.ts';
import { createCommissions, createDiscountCodes } from './rewards.ts';
import { Sample } from './sample.ts';
import { createPresetKeys, createWorkspace, type SampleWorkspace } from './workspaces.ts';

/**
 * Fills an empty database with a workspace for each plan and, if the plan includes them, partners and events. The same
 * seed, number of events, and `now` (epoch milliseconds) give the same data.
 */
export function generateSampleData(
	db: Database,
	{ seed, events, now }: { seed: number; events: number; now: number },
): void {
	const sample = new Sample(db, new Random(seed), now);
	// Numbers of their own, so that a seed still gives the same data as before these keys existed.
	const presets = new Sample(db, new Random(seed + 1), now);
	db.transaction(() => {
		const audiences: Audience[] = [];
		const programs: { workspace: SampleWorkspace; program: Program; partners: SamplePartner[] }[] =
			[];
		for (const plan of PLANS) {
			const workspace = createWorkspace(sample, plan);
			createPresetKeys(presets, workspace);
			const library = createLibrary(sample, workspace);
			const links = createLinks(sample, workspace, library);
			if (!planAtLeast(plan, 'business')) continue;
			const program = createProgram(sample, workspace, library);
			const partners = createPartners(sample, workspace, program);
			// Partners' links come first, since the first links get the most visits.
			const visited = [...partners.flatMap((partner) => partner.links), ...links];
			const customers = createFirstCustomers(sample, workspace, visited);
			createCommissions(sample, program, partners, customers);
			createDiscountCodes(sample, program, partners);
			audiences.push({ workspace, links: visited, customers });
			programs.push({ workspace, program, partners });
		}
		createEvents(sample, audiences, events);
		// Added last, so that a seed still gives the same data as before these existed.
		createBilling(sample);
		for (const { workspace, program, partners } of programs) {
			giveDiscount(sample, program);
			createPayouts(sample, workspace, program);
			createBounties(sample, workspace, program, partners);
		}
	});
}
