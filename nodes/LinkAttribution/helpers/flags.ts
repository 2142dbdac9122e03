import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, flag } from './check';

/**
 * A switch, also as the text that an expression gives: 'false' is off.
 *
 * @throws UserError naming the switch when it is neither on nor off
 */
export function isOn(value: unknown, label: string): boolean {
	return check(z.object({ value: flag }), { value }, { value: label }).value;
}

/** Whether 'Simplify' is on. Read before anything is changed, so that nothing is changed when it is neither. */
export function isSimple(this: IExecuteFunctions, itemIndex: number): boolean {
	return isOn(this.getNodeParameter('simple', itemIndex, true), 'Simplify');
}
