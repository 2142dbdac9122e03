import {
	NodeOperationError,
	type IExecuteFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { nodeKey } from '../item';
import { stateOf } from '../nodeState';

/** Minimum milliseconds between two reports, so that forged deliveries cannot flood the list of executions. */
const REPORT_INTERVAL_MS = 60 * 60_000;

/**
 * Reports a delivery that was rejected because of its signature: with manual registration as a failed execution, since a
 * wrong secret rejects all deliveries, and otherwise in n8n's log.
 */
export function reportRejection(
	context: IWebhookFunctions,
	signature: unknown,
): Pick<IWebhookResponseData, 'workflowData'> {
	const state = stateOf(nodeKey(context));
	const age = performance.now() - (state.rejectionReportedAt ?? -Infinity);
	// A step that is listening ends with the first report.
	if (context.getMode() !== 'manual' && age < REPORT_INTERVAL_MS) return {};
	state.rejectionReportedAt = performance.now();
	const rejection =
		signature === undefined
			? 'A delivery without a signature was rejected'
			: 'A delivery was rejected because its signature does not match';
	context.logger.warn(rejection, { workflowId: context.getWorkflow().id });
	if (context.getNodeParameter('registration') !== 'manual') return {};
	return { workflowData: [[{ json: {}, rejection }]] };
}

/**
 * Whether the execution only reports a rejected delivery, which must not start the workflow.
 *
 * @throws NodeOperationError if it does, unless the node continues on failures
 */
export function isRejectionReport(context: IExecuteFunctions): boolean {
	const rejection = context.getInputData().at(0)?.rejection;
	if (typeof rejection !== 'string') return false;
	if (context.continueOnFail()) return true;
	throw new NodeOperationError(context.getNode(), rejection, {
		description:
			"Copy the signing secret (whsec_...) of the webhook in the workspace settings to 'Webhook Signing Secret' of the credential. If it is correct, another sender uses the URL of this node. Reported at most once an hour.",
	});
}
