import { createHash } from 'node:crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { hasOwnState } from '../transport/n8nQuirks';
import { nodeKey } from './item';
import { memoryOf } from './webhook/memory';

/** Milliseconds after which n8n has stored the state of a poll, or failed to. */
const STORING_MS = 30_000;

type Poll = (context: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

/**
 * Runs a poll, unless its state is the one that the previous poll replaced: with durable cursors, n8n stores the state
 * after the poll has ended, and can start the next poll before that. It would emit the same events.
 */
export async function unlessOutdated(
	context: IPollFunctions,
	poll: Poll,
): Promise<INodeExecutionData[][] | null> {
	if (!hasOwnState(context)) return await poll(context);
	const memory = memoryOf(nodeKey(context));
	const before = hashOf(context);
	const { replaced, removedAt } = memory;
	if (replaced?.hash === before && Date.now() - replaced.at < STORING_MS) return null;
	const output = await poll(context);
	const isPublished = memory.removedAt === removedAt;
	if (isPublished && hashOf(context) !== before) memory.replaced = { hash: before, at: Date.now() };
	return output;
}

function hashOf(context: IPollFunctions): string {
	const state = JSON.stringify(context.getWorkflowStaticData('node'));
	return createHash('sha256').update(state).digest('base64');
}
