import { chromium, selectors, type Browser } from 'playwright-core';
import { findProgram } from '../setup/programs.cjs';

// The attribute of n8n's own tests.
selectors.setTestIdAttribute('data-test-id');

/** Starts the Chromium of this machine, restricted to hosts on this machine. */
export async function launchBrowser(): Promise<Browser> {
	const executablePath = findProgram('chromium');
	if (executablePath === undefined) {
		throw new Error('Chromium is not installed. Run: node tools/setup/setup.mjs --browser');
	}
	const hosts = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
	return await chromium.launch({ executablePath, args: [`--host-resolver-rules=${hosts}`] });
}
