import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Shown } from './trigger';

const FILE = join(__dirname, '../../../docs/errors.md');

/** Writes the document instead of comparing it; the files of tests must run one after the other then. */
const IS_UPDATE = process.env.UPDATE_ERRORS === '1';

const MAX_WORDS = 40;

/** The headings with which its parts begin. */
const BEGINNINGS = {
	input: '# Errors\n',
	responses: '\n## From the service\n',
	trigger: '\n## The trigger\n',
};

/** The same in each run. */
function stable(text: string): string {
	return (
		text
			.replace(
				/http:\/\/127\.0\.0\.1:\d+\/webhook\/\S+?(?=\.? )/g,
				'https://n8n.example.com/webhook/…',
			)
			.replace(/127\.0\.0\.1:\d{4,}/g, '127.0.0.1')
			.replace(/\b(ws|user|key)_[\w]+/g, '$1_…')
			// Where no DNS server responds.
			.replace(/EAI_AGAIN/g, 'ENOTFOUND')
			// On a busy machine.
			.replace(/ after waiting \d+ seconds?(?=\.)/, '')
			.replace(/before it take \d+ seconds/, 'before it take 6 seconds')
			.replace(/asks to wait \d+ seconds/, 'asks to wait 30 seconds')
			.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '2026-03-01 10:00:00')
			.replace(/\|/g, '\\|')
	);
}

/** A part of `docs/errors.md`. */
export class DocumentPart {
	readonly #part: keyof typeof BEGINNINGS;

	readonly #lines: string[];

	readonly #problems: string[] = [];

	/** @param lines with which it begins */
	constructor(part: keyof typeof BEGINNINGS, lines: string[] = []) {
		this.#part = part;
		this.#lines = lines;
	}

	section(title: string): void {
		this.#lines.push('', `## ${title}`);
	}

	/** Adds an error as the editor shows it. */
	add(when: string, { message, description }: Shown, isAboutJson = false): void {
		const text = stable(message);
		// n8n shows only one of them.
		const advice = description === message ? '' : stable(description ?? '');
		const words = advice
			.replace(/\([^)]*\)$/, '')
			.trim()
			.split(/\s+/);
		if (words.length > MAX_WORDS) this.#problems.push(`${when}: ${words.length} words of advice`);
		// A label, never the name of a parameter.
		const names = text.replace(/https?:\S+|metadata\[\S+/g, '').match(/\b[a-z]+[A-Z][A-Za-z]*\b/g);
		if (names && !isAboutJson) this.#problems.push(`${when}: ${names.join()}`);
		if (/\([a-z]+_[a-z_]+\)/.test(text)) this.#problems.push(`${when}: a code in the message`);
		this.#lines.push('', `**${when}**`, '', `> ${text}`);
		if (advice !== '') this.#lines.push('>', `> ${advice}`);
	}

	/** Compares it with the document. */
	check(): void {
		expect(this.#problems).toEqual([]);
		const text = `${this.#lines.join('\n')}\n`;
		const document = readFileSync(FILE, 'utf8');
		const begin = document.indexOf(BEGINNINGS[this.#part]);
		const next = Object.values(BEGINNINGS).map((beginning) => document.indexOf(beginning));
		const end = next.find((at) => at > begin) ?? document.length;
		if (IS_UPDATE) writeFileSync(FILE, document.slice(0, begin) + text + document.slice(end));
		else expect(document.slice(begin, end)).toBe(text);
	}
}
