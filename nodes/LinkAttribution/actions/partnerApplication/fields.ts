import { UserError, type INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { applicantLocator } from '../../methods/locators';
import { readLocator } from '../../input/locators';
import type { Rule } from '../../input/types';

/** For operations on one application, with the rule `applicantId`. */
export const applicantField: INodeProperties = {
	...applicantLocator,
	required: true,
	...forModel('partnerId of the application (pn_...)'),
};

/** The service identifies an application by its partner. */
export const applicantId: Rule = (raw, { label }) => {
	const { text } = readLocator(raw, label);
	if (!text.startsWith('pga_')) return text;
	throw new UserError(`'${label}' takes the partner ID (pn_...), not the application ID (pga_...)`);
};
