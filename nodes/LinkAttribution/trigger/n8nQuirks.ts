import * as n8nWorkflow from 'n8n-workflow';
import type { IHookFunctions, INode, IPollFunctions } from 'n8n-workflow';

/* Only needed because of how n8n behaves. */

/**
 * Whether n8n loaded the state for this poll alone, as it does with durable cursors. Otherwise all polls of a publication
 * share one object, which n8n watches for changes.
 */
export function hasOwnState(context: IPollFunctions): boolean {
	return !('__dataChanged' in context.getWorkflowStaticData('node'));
}

/**
 * Whether n8n itself starts a workflow, instead of a person who publishes it. If a hook or the first poll throws five times
 * within 15 seconds then, n8n never runs the trigger again until a person publishes the workflow.
 */
export function isStarting(context: IHookFunctions | IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/**
 * Milliseconds that hooks, and the first poll, may keep n8n waiting while it starts a workflow. If that takes 84 seconds, n8n
 * never runs the trigger again until a person publishes the workflow.
 */
export const MAX_START_MS = 15_000;

/** Milliseconds that a poll may take; undefined before n8n 2.38. */
export function pollBudget(context: IPollFunctions): number | undefined {
	return (context as { getPollBudgetMs?: () => number }).getPollBudgetMs?.();
}

/** Ends a poll that emits nothing. With durable cursors n8n would otherwise not store its state on publishing. */
export async function commitCursor(context: IPollFunctions): Promise<null> {
	await context.__commitCursor?.();
	return null;
}

/**
 * Fields of a webhook's description that depend on the parameters. From 2.41 on n8n starts an expression engine for each
 * delivery if one of them is an expression, which halves how many it takes in; it accepts functions beside them.
 */
export function webhookFields<Name extends string>(
	fields: Record<Name, n8nWorkflow.WebhookDescriptionField>,
): Record<Name, string> {
	if ('webhookDescriptionFields' in n8nWorkflow) {
		return n8nWorkflow.webhookDescriptionFields(fields);
	}
	const templates = Object.entries<n8nWorkflow.WebhookDescriptionField>(fields).map(
		([name, { template }]) => [name, template] as const,
	);
	return Object.fromEntries(templates) as Record<Name, string>;
}

/**
 * An error of publishing that n8n shows immediately. n8n 2 retries the registration of a webhook for 15 seconds after any
 * error but this class, which it throws for a URL that another workflow uses.
 */
export function permanentPublishingError(node: INode, error: Error): Error {
	const permanent = new n8nWorkflow.WebhookPathTakenError(node.name, error);
	permanent.message = error.message;
	return permanent;
}
