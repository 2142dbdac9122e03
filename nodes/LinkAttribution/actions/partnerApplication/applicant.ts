import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { requiredText } from '../../input/locators';

/**
 * The partner whose application was chosen.
 *
 * @throws UserError when none was, or when it is the ID of the application
 */
export function chosenApplicant(this: IExecuteFunctions, itemIndex: number): string {
	const { text } = requiredText(this.getNodeParameter('partnerId', itemIndex), 'Applicant');
	if (!text.startsWith('pga_')) return text;
	throw new UserError(
		"'Applicant' takes the partner ID (pn_...), not the application ID (pga_...)",
	);
}
