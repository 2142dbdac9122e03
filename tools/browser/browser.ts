import { chromium, selectors, type Browser } from 'playwright-core';
import { findProgram } from '../setup/programs.cjs';

// What n8n's own tests find elements by.
selectors.setTestIdAttribute('data-test-id');

/** Starts the Chromium of this machine, which finds no other machine than this one. */
export async function launchBrowser(): Promise<Browser> {
	const executablePath = findProgram('chromium');
	if (executablePath === undefined) {
		throw new Error('Chromium is not installed yet. Run: node scripts/setup.mjs --browser');
	}
	const hosts = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
	return await chromium.launch({ executablePath, args: [`--host-resolver-rules=${hosts}`] });
}
