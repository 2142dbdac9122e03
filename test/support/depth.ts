/**
 * How much property tests, model tests, and tests of large lists do. `npm test` sets it to full, so that it leaves nothing
 * out; anything else is quick, e.g. `npm run test:unit` and a single file.
 *
 * @param quick e.g. runs or rows at quick depth
 * @param full the same in `npm test`
 */
export function atDepth<Value = number>(quick: Value, full: Value): Value {
	return process.env.TEST_DEPTH === 'full' ? full : quick;
}
