import { existsSync } from 'node:fs';
import { join } from 'node:path';

const secondsBetweenLines = 10;

/**
 * Shows how many of the folders exist: on one line in a terminal, otherwise with a new line every
 * 10 seconds.
 */
export function startProgress(label, folders) {
	const started = Date.now();
	const isTerminal = process.stderr.isTTY;
	const seconds = () => Math.round((Date.now() - started) / 1000);
	let nextLineAt = secondsBetweenLines;

	const write = (text) => process.stderr.write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`);
	const update = () => {
		if (!isTerminal && seconds() < nextLineAt) return;
		nextLineAt = seconds() + secondsBetweenLines;
		const done = folders.filter((folder) => existsSync(join(folder, 'package.json'))).length;
		write(`Installing ${label}  ${done}/${folders.length} packages  ${seconds()} s`);
	};
	const end = (text) => write(isTerminal ? `${text}\n` : text);

	write(`Installing ${label}  ${folders.length} packages`);
	return {
		update,
		succeed: () => end(`Installed ${label} in ${seconds()} s`),
		fail: () => end(`Installing ${label} failed after ${seconds()} s`),
	};
}
