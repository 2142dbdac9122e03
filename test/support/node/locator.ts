/** A resource locator as the editor stores it. */
export function locator(mode: string, value: string) {
	return { __rl: true, mode, value };
}
