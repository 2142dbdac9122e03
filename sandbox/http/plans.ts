export const PLANS = ['free', 'pro', 'business', 'advanced', 'enterprise'] as const;

export type Plan = (typeof PLANS)[number];

export function planAtLeast(plan: Plan, needed: Plan): boolean {
	return PLANS.indexOf(plan) >= PLANS.indexOf(needed);
}
