const { readdirSync, readFileSync } = require('node:fs');

const INTERVAL_MS = 1000;
const KB_PER_MB = 1024;

/** The most memory that this process and those it started needed, in megabytes. Linux alone tells it. */
class MemoryWatch {
	#most = { one: 0, program: '', all: 0 };

	#timer;

	start() {
		this.#timer = setInterval(() => this.#look(), INTERVAL_MS);
		this.#timer.unref();
	}

	/** @returns of one process, which program that was, and of all of them at the same time */
	stop() {
		clearInterval(this.#timer);
		return this.#most;
	}

	#look() {
		const family = familyOf(process.pid, processes());
		const all = family.reduce((sum, { memory }) => sum + memory, 0);
		this.#most.all = Math.max(this.#most.all, Math.round(all));
		for (const { pid, memory } of family) {
			if (memory <= this.#most.one) continue;
			this.#most = { ...this.#most, one: Math.round(memory), program: programOf(pid) };
		}
	}
}

function processes() {
	try {
		return readdirSync('/proc')
			.filter((name) => /^\d+$/.test(name))
			.flatMap(read);
	} catch {
		return [];
	}
}

function read(pid) {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		const value = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
		return [{ pid: Number(pid), parent: value('PPid'), memory: value('VmRSS') / KB_PER_MB }];
	} catch {
		// It has ended.
		return [];
	}
}

function familyOf(root, all) {
	const children = Map.groupBy(all, ({ parent }) => parent);
	const family = all.filter(({ pid }) => pid === root);
	for (const { pid } of family) family.push(...(children.get(pid) ?? []));
	return family;
}

/** The script that it runs, e.g. `processChild.js`, a worker of jest. */
function programOf(pid) {
	try {
		const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
		return words.find((word) => /\.[cm]?js$|n8n$/.test(word)) ?? words[0];
	} catch {
		return '?';
	}
}

module.exports = { MemoryWatch };
