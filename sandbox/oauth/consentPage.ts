import { createHash } from 'node:crypto';
import { pageHeaders } from '../http/page.ts';
import type { AuthorizationRequest } from './authorizationRequest.ts';
import { SCOPE_DESCRIPTIONS } from './scopes.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f3f4f6; color: #111827; }
main { box-sizing: border-box; width: min(26rem, 92vw); padding: 1.5rem 2rem; border-radius: 0.75rem; background: #fff;
	box-shadow: 0 1px 4px #0003; }
h1 { margin: 0 0 0.5rem; font-size: 1.125rem; line-height: 1.35; }
p { margin: 0.5rem 0; }
ul { margin: 0.5rem 0; padding-left: 1.25rem; font-size: 0.9375rem; }
label { display: block; margin: 0.75rem 0; }
select { font: inherit; width: 100%; padding: 0.35rem; }
.buttons { display: flex; gap: 0.75rem; margin-top: 1rem; }
button { flex: 1; padding: 0.6rem; border: 1px solid #9ca3af; border-radius: 0.5rem; font: inherit; cursor: pointer;
	background: transparent; color: inherit; }
button.primary { background: #1d4ed8; border-color: #1d4ed8; color: #fff; }
small { color: #6b7280; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { background: #111827; color: #f9fafb; } main { background: #1f2937; }
	small { color: #9ca3af; } }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A member of the workspace who can approve the request. */
export interface Approver {
	id: string;
	name: string | null;
	email: string;
	role: string;
}

interface ConsentView {
	request: AuthorizationRequest;
	workspace: string;
	approvers: Approver[];
	/** The one-time token of this request. */
	token: string;
}

/** The form posts `request` (the one-time token), `user`, and `decision` (`allow` or `cancel`). */
export function consentPage({ request, workspace, approvers, token }: ConsentView): string {
	const app = escape(request.app.name);
	const scopes = request.scopes.map(
		(scope) => `<li>${SCOPE_DESCRIPTIONS[scope]} <small>${scope}</small></li>`,
	);
	return page(
		`Connect ${app}`,
		`<h1>${app} wants to use the workspace ${escape(workspace)}</h1>
<p>The app will be able to:</p>
<ul>
${scopes.join('\n')}
</ul>
<form method="post" action="/oauth/authorize">
<input type="hidden" name="request" value="${token}">
<label>Signed in as
<select name="user">
${approvers.map(approverOption).join('\n')}
</select></label>
<p><small>You will be redirected to ${escape(request.redirectUri)}</small></p>
<div class="buttons">
<button name="decision" value="cancel">Cancel</button>
<button name="decision" value="allow" class="primary">Allow</button>
</div>
</form>`,
	);
}

function approverOption({ id, name, email, role }: Approver): string {
	return `<option value="${escape(id)}">${escape(name ?? email)} (${escape(role)})</option>`;
}

export function errorPage(message: string): string {
	return page(
		'This request is not valid',
		`<h1>This request is not valid</h1>
<p>${escape(message)}</p>
<p><small>Return to the app and try again.</small></p>`,
	);
}

/** @param redirectUri the redirect after the form is sent; browsers check it against `form-action` as well */
export function consentHeaders(redirectUri?: string): Record<string, string> {
	const formTargets = ["'self'", ...(redirectUri ? [new URL(redirectUri).origin] : [])];
	return pageHeaders([`style-src 'sha256-${STYLE_HASH}'`, `form-action ${formTargets.join(' ')}`]);
}

function page(title: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

function escape(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
