import {
	UserError,
	type IDataObject,
	type IHookFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { toBoundedList } from '../../helpers/lists';
import { RefusedRequest, toNodeError } from '../../transport/errors';
import { path } from '../../transport/path';
import { apiRequest, credentialTypeOf } from '../../transport/request';
import { readPushFilters } from './pushFilters';

/** The node's own part of the static data; two trigger nodes of one workflow do not share it. */
export interface WebhookData extends IDataObject {
	/** Of the webhook that is registered for this node. */
	webhookId?: string;
	secret?: string;
	/** What ran already, oldest first. */
	delivered?: string[];
}

interface Webhook {
	id: string;
	url: string;
	secret: string;
	disabledAt: string | null;
}

type WebhookContext = IHookFunctions | IWebhookFunctions;

export function webhookData(context: WebhookContext): WebhookData {
	return context.getWorkflowStaticData('node');
}

interface Secrets {
	/** A polling trigger that n8n left running while it published this one writes the static data back as it was before. */
	current?: string;
	/** Of the registration before, whose deliveries the service may still repeat. */
	previous?: string;
}

/** The secrets of the webhooks that this process registered, by URL. */
const registered = new Map<string, Secrets>();
const MOST_REGISTERED = 5000;

/** The secrets that deliveries may be signed with. */
export async function signingSecrets(this: WebhookContext): Promise<string[]> {
	if (this.getNodeParameter('registration') === 'manual') {
		const { webhookSecret } = await this.getCredentials<{ webhookSecret?: string }>(
			credentialTypeOf(this),
		);
		return (webhookSecret ?? '').split(/[\s,]+/).filter((secret) => secret !== '');
	}
	const { current, previous } = registered.get(urlOf(this)) ?? {};
	const valid = [webhookData(this).secret, current].filter((each) => each !== undefined);
	return valid.length > 0 && previous !== undefined ? [...valid, previous] : valid;
}

/** Whether the service pushes to this URL what the node asks for; brings a webhook that it has up to date. */
export async function isRegistered(this: IHookFunctions): Promise<boolean> {
	if (this.getNodeParameter('registration') === 'manual') {
		if ((await signingSecrets.call(this)).length > 0) return true;
		throw new UserError(
			"'Webhook Signing Secret' of the credential is empty. Register the URL of this node as a webhook in the workspace settings, and paste the secret that is shown there (whsec_...) into the credential.",
		);
	}
	const webhook = await asAdvice(this, async () => await adopt.call(this));
	remember(this, webhook);
	return webhook !== undefined;
}

/** Registers a webhook, or takes over the one that got the URL in the meantime. */
export async function register(this: IHookFunctions): Promise<void> {
	const webhook = await asAdvice(this, async () => {
		try {
			return await create.call(this);
		} catch (thrown) {
			if (statusOf(thrown) !== 409) return await Promise.reject(thrown as Error);
			return (await adopt.call(this)) ?? (await create.call(this));
		}
	});
	remember(this, webhook);
}

export async function unregister(this: IHookFunctions): Promise<void> {
	const { webhookId } = webhookData(this);
	if (webhookId) await asAdvice(this, async () => await remove.call(this, webhookId));
	remember(this, undefined);
}

/**
 * The webhook that the service has for this URL, with the settings of the node.
 *
 * One that the service disabled after too many failures can only be replaced, so it is removed.
 */
async function adopt(this: IHookFunctions): Promise<Webhook | undefined> {
	const { url, ...settings } = settingsOf(this);
	const webhooks = (await call.call(this, 'GET', '/webhooks')) as Webhook[];
	const webhook = webhooks.find((each) => each.url === url);
	if (!webhook) return undefined;
	if (webhook.disabledAt) {
		await remove.call(this, webhook.id);
		return undefined;
	}
	// When n8n merely starts, nothing has changed; but a link in the filters may be gone, so that the service would refuse.
	if (!['init', 'leadershipChange'].includes(this.getActivationMode())) {
		await call.call(this, 'PATCH', path`/webhooks/${webhook.id}`, settings);
	}
	return webhook;
}

async function create(this: IHookFunctions): Promise<Webhook> {
	return (await call.call(this, 'POST', '/webhooks', settingsOf(this))) as Webhook;
}

/** A webhook that is gone already counts as removed. */
async function remove(this: IHookFunctions, webhookId: string): Promise<void> {
	try {
		await call.call(this, 'DELETE', path`/webhooks/${webhookId}`);
	} catch (thrown) {
		if (statusOf(thrown) !== 404) await Promise.reject(thrown as Error);
	}
}

function remember(context: IHookFunctions, webhook: Webhook | undefined): void {
	const data = webhookData(context);
	data.webhookId = webhook?.id;
	data.secret = webhook?.secret;
	const url = urlOf(context);
	const { current, previous } = registered.get(url) ?? {};
	registered.delete(url);
	registered.set(url, {
		current: webhook?.secret,
		previous: current !== undefined && current !== webhook?.secret ? current : previous,
	});
	const [oldest] = registered.keys();
	if (registered.size > MOST_REGISTERED) registered.delete(oldest);
}

function urlOf(context: WebhookContext): string {
	return String(context.getNodeWebhookUrl('default'));
}

/** What the node's parameters ask the service to push, as the body of a registration. */
function settingsOf(context: IHookFunctions): IDataObject {
	const triggers = toBoundedList(context.getNodeParameter('events'), 'Trigger On', Infinity);
	const filters = readPushFilters(context.getNodeParameter('pushFilters', {}) as IDataObject);
	return {
		name: shortName(context.getWorkflow().name ?? 'workflow'),
		url: urlOf(context),
		triggers,
		...(triggers.includes('link.clicked') && clickScope(filters)),
	};
}

/** Half a character at the cut would not be text. */
function shortName(workflow: string): string {
	return `n8n: ${workflow}`.slice(0, 40).replace(/[\uD800-\uDBFF]$/, '');
}

/** Which links' clicks are pushed; the service asks for it exactly when clicks are. */
function clickScope({ linkIds, folderIds }: { linkIds: string[]; folderIds: string[] }) {
	if (linkIds.length > 0) {
		return { linkScope: 'links', linkIds: toBoundedList(linkIds, 'Link IDs', 1000) };
	}
	if (folderIds.length > 0) {
		return { linkScope: 'folders', folderIds: toBoundedList(folderIds, 'Folder IDs', 100) };
	}
	return { linkScope: 'workspace' };
}

async function call(
	this: IHookFunctions,
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
	webhookPath: string,
	body?: IDataObject,
): Promise<unknown> {
	return await apiRequest.call(this, { method, path: webhookPath, body });
}

/**
 * Runs what talks to the service; what it refuses becomes an error that says what the person can do. It does so in the
 * message: of an error on publishing, n8n shows no description.
 */
async function asAdvice<Result>(
	context: IHookFunctions,
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (thrown) {
		const error = toNodeError(context.getNode(), thrown, undefined, []);
		if (statusOf(thrown) === 403 || statusOf(thrown) === 404) {
			error.message += ` Registering a webhook needs the Business plan or higher and the permission webhooks.write, which even keys with all access lack: use an API key without restrictions, or an OAuth2 credential with the scopes webhooks.read and webhooks.write. Or set 'Registration' to Manual and register the URL of this node in the workspace settings.`;
		}
		return await Promise.reject(error);
	}
}

function statusOf(thrown: unknown): number | undefined {
	return thrown instanceof RefusedRequest ? thrown.refusal.status : undefined;
}
