import { ApiError } from '../http/errors.ts';
import { planAtLeast, type Plan } from '../http/plans.ts';
import type { LinkFields } from './linkFields.ts';

type Features = Partial<Record<keyof LinkFields, unknown>>;

const PRO_FEATURES = [
	'folderId',
	'expiresAt',
	'password',
	'proxy',
	'rewrite',
	'doIndex',
	'ios',
	'android',
	'geo',
] as const;

const BUSINESS_FEATURES = ['trackConversion', 'testVariants', 'webhookIds'] as const;

/** @throws ApiError 403 for a field that is used (not just sent empty or false) and above the plan */
export function requireLinkPlan(plan: Plan, fields: Features): void {
	requirePlan(plan, 'pro', PRO_FEATURES, fields);
	requirePlan(plan, 'business', BUSINESS_FEATURES, fields);
}

function requirePlan(
	plan: Plan,
	needed: Plan,
	features: readonly (keyof LinkFields)[],
	fields: Features,
): void {
	if (planAtLeast(plan, needed)) return;
	const used = features.find((name) => isUsed(fields[name]));
	if (!used) return;
	throw new ApiError('forbidden', `The plan of this workspace does not include ${used}.`);
}

function isUsed(value: unknown): boolean {
	return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
