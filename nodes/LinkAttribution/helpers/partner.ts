import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { requiredText } from './locator';

/**
 * The partner chosen in the locator 'Partner', as body fields: `{ partnerId }` or `{ tenantId }`.
 *
 * @throws UserError when nothing was chosen
 */
export function chosenPartner(this: IExecuteFunctions, itemIndex: number): IDataObject {
	const { mode, text } = requiredText(this.getNodeParameter('partner', itemIndex), 'Partner');
	return mode === 'tenantId' ? { tenantId: text } : { partnerId: text };
}
