import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { chunks } from '../../helpers/chunks';
import { inParallel } from '../../helpers/parallel';
import { readSettings } from '../../helpers/settings';
import { ApiError } from '../../transport/errors';
import { apiList } from '../../transport/request';

const MOST_COMMISSIONS = 100;

/** A call that is refused for one of its commissions, with nothing done. */
const REFUSED_FOR_ONE = [400, 404, 422];

/** What became of a commission. */
export type CommissionOutcome = { done: IDataObject } | { failure: unknown };

interface Call {
	ids: string[];
	status: string;
}

/**
 * Changes the status of commissions in calls of up to 100 with the same status, some at the same time. The service does
 * all of a call or nothing, so when the node is to go on after failures, a refused call is halved until only those fail
 * that cannot be changed.
 *
 * @param wanted statuses by commission ID
 * @returns outcomes by commission ID; none for those whose call was not begun after a failure
 */
export async function updateInBulk(
	this: IExecuteFunctions,
	wanted: Map<string, string>,
): Promise<Map<string, CommissionOutcome>> {
	const outcomes = new Map<string, CommissionOutcome>();
	const calls = callsOf(wanted);
	const { parallelItems } = readSettings.call(this);

	const send = async ({ ids, status }: Call): Promise<boolean> => {
		try {
			const results = await updateTogether.call(this, { ids, status });
			for (const id of ids) {
				outcomes.set(id, { done: results.find((result) => result.id === id) ?? { id, status } });
			}
			return true;
		} catch (failure) {
			if (!this.continueOnFail() || ids.length === 1 || !isForOne(failure)) {
				for (const id of ids) outcomes.set(id, { failure });
				return this.continueOnFail();
			}
			const middle = Math.ceil(ids.length / 2);
			await send({ ids: ids.slice(0, middle), status });
			return await send({ ids: ids.slice(middle), status });
		}
	};
	await inParallel(calls.length, parallelItems, async (index) => await send(calls[index]));
	return outcomes;
}

function callsOf(wanted: Map<string, string>): Call[] {
	const idsByStatus = new Map<string, string[]>();
	for (const [id, status] of wanted) {
		const known = idsByStatus.get(status);
		if (known) known.push(id);
		else idsByStatus.set(status, [id]);
	}
	return [...idsByStatus].flatMap(([status, ids]) =>
		chunks(ids, MOST_COMMISSIONS).map((piece) => ({ ids: piece, status })),
	);
}

async function updateTogether(
	this: IExecuteFunctions,
	{ ids, status }: Call,
): Promise<IDataObject[]> {
	return await apiList.call(this, {
		method: 'PATCH',
		path: '/commissions/bulk',
		body: { commissionIds: ids, status },
		needs: { role: true },
	});
}

function isForOne(thrown: unknown): boolean {
	return thrown instanceof ApiError && REFUSED_FOR_ONE.includes(thrown.failure.status ?? 0);
}
