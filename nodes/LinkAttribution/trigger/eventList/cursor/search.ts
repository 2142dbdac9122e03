import type { Entry } from '../page';
import { goOn, type Progress } from './progress';
import { sliceFrom, startOf } from './slice';
import type { Bisect, Leap, Mode, Next, Pass, Reading } from './state';

/** Skips pages to search for the floor, twice as many each time. */
export function* leap<Item>(list: Progress<Item>, mode: Leap): Reading<Item, Next> {
	const { fullPage } = list.settings;
	const { step, ...pass } = mode;
	const row = pass.at + step * fullPage;
	const before = yield* rowBeforeFloor(list, pass, row);
	if (before !== undefined) return goOn({ ...mode, at: before, step: 2 * step });
	return goOn(narrowed(pass, row, fullPage));
}

/** Reads the page in the middle of two positions. */
export function* bisect<Item>(list: Progress<Item>, mode: Bisect): Reading<Item, Next> {
	const { high, ...pass } = mode;
	const row = pass.at + Math.floor((high - pass.at) / 2);
	const before = yield* rowBeforeFloor(list, pass, row);
	const [low, limit] = before === undefined ? [pass.at, row] : [before, high];
	return goOn(narrowed({ ...pass, at: low }, limit, list.settings.fullPage));
}

/** Reads the page around a row. @returns its first row, if its event is before the floor and after the position */
function* rowBeforeFloor<Item>(
	list: Progress<Item>,
	{ window, at }: Pass,
	row: number,
): Reading<Item, number | undefined> {
	const request = sliceFrom(row, list.settings.fullPage);
	const { entries } = yield* list.page({ start: window, sortOrder: 'asc', ...request });
	const first = startOf(request);
	const event: Entry<Item> | undefined = entries[0];
	return event !== undefined && event.time < list.floor && first > at ? first : undefined;
}

/** The floor is at most a page away when the sweep continues. */
function narrowed(pass: Pass, high: number, fullPage: number): Mode {
	return high - pass.at <= fullPage
		? { ...pass, mode: 'sweep' }
		: { ...pass, mode: 'bisect', high };
}
