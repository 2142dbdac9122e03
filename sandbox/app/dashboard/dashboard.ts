import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sampleKeys } from '../../data/lookup.ts';
import type { Context } from '../../http/context.ts';
import { ApiError } from '../../http/errors.ts';
import { pageHeaders } from '../../http/page.ts';
import type { WebhookPublisher } from '../../webhook/publisher.ts';
import type { Faults } from '../faults/faults.ts';
import type { Network } from '../network/network.ts';
import type { RequestLog } from '../requestLog.ts';

/** Where the pages are. `/sandbox` itself leads there in a browser. */
export const PAGES = '/sandbox/pages';

const MENU = ['Overview', 'Play', 'Live', 'Webhooks', 'Partners', 'Mail', 'Trouble', 'Data'];

const HEADERS = pageHeaders([
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"frame-src 'self'",
	"form-action 'self'",
]);

const PUBLIC = { config: { access: { public: true } } };

/** Shown and changed by the pages besides the data. */
export interface Shown {
	requests: RequestLog;
	faults: Faults;
	webhooks: WebhookPublisher;
	line: { network?: Network };
}

/** Tells the requests of the pages from those of clients. */
export const USER_AGENT = 'Sandbox Dashboard';

/** The UTC time of day, in templates. @param at epoch milliseconds */
function clock(at: number): string {
	return date(at).slice(11);
}

/** The UTC date and time, in templates. @param at epoch milliseconds */
function date(at: number): string {
	return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

export type Query = Record<string, string | undefined>;

/** A request for a page: its query, or the fields of its form. */
export interface PageRequest {
	workspace: string;
	fields: Query;
}

/** The service's dashboard in the browser. Changes data only with requests to the API, as the owner of the workspace. */
export class Dashboard {
	readonly context: Context;
	readonly shown: Shown;
	readonly app: FastifyInstance;
	readonly #eta = new Eta({ views: join(import.meta.dirname, 'views'), cache: true });
	/** Sent with each form, so that pages of other programs on this machine cannot send one. */
	readonly #token = randomBytes(16).toString('hex');

	constructor(app: FastifyInstance, context: Context, shown: Shown) {
		this.app = app;
		this.context = context;
		this.shown = shown;
	}

	/** The part of a page that a template shows. */
	render(view: string, data: object): string {
		return this.#eta.render(view, { clock, date, ...data });
	}

	/** Answers a request for something below the pages. */
	get(
		path: string,
		answer: (asked: PageRequest, reply: FastifyReply, request: FastifyRequest) => unknown,
	): void {
		this.app.get(`${PAGES}/${path}`, PUBLIC, (request, reply) =>
			answer(this.#read(request.query as Query), reply, request),
		);
	}

	/** Shows a page at its name in the menu. */
	page(name: string, load: (request: PageRequest) => object | Promise<object>): void {
		this.get(name, async (asked, reply) => {
			const data = { ...this.#frame(name, asked), ...(await load(asked)) };
			return this.send(reply, this.render(name, data));
		});
	}

	/**
	 * Does what a form asks for, then shows its page again with a sentence about it.
	 *
	 * @param kept fields that the page gets again
	 */
	action(
		name: string,
		act: (request: PageRequest) => string | Promise<string>,
		kept: string[] = [],
	): void {
		const page = name.split('/')[0];
		this.app.post(`${PAGES}/${name}`, PUBLIC, async (request, reply) => {
			const asked = this.#read((request.body ?? {}) as Query);
			if (asked.fields.token !== this.#token) {
				throw new ApiError('forbidden', 'The form is not one of this sandbox. Reload the page.');
			}
			const query = new URLSearchParams({ workspace: asked.workspace, said: await act(asked) });
			for (const field of kept) {
				const value = asked.fields[field];
				if (value) query.set(field, value);
			}
			return reply.redirect(`${PAGES}/${page}?${query.toString()}`, 303);
		});
	}

	send(reply: FastifyReply, html: string, headers: Record<string, string> = {}): FastifyReply {
		return reply.headers({ ...HEADERS, ...headers }).send(html);
	}

	/** Sends a request to the API as the owner of a workspace. */
	async call(
		workspace: string,
		method: 'GET' | 'POST' | 'PUT',
		url: string,
		body?: object,
	): Promise<{ ok: boolean; body: unknown; problem: string }> {
		const key = sampleKeys(this.context.db).find(
			(one) => one.workspace === workspace && one.name === 'owner',
		);
		const response = await this.app.inject({
			method,
			url,
			headers: {
				host: '127.0.0.1',
				'user-agent': USER_AGENT,
				authorization: `Bearer ${key?.token ?? ''}`,
			},
			...(body && { payload: body }),
		});
		const answer: unknown = response.body === '' ? {} : JSON.parse(response.body);
		const { error } = answer as { error?: { message: string } };
		return { ok: response.statusCode < 400, body: answer, problem: error?.message ?? '' };
	}

	/** Rows of a list; none if the service refuses it, e.g. because of the plan. */
	async list<Row>(workspace: string, url: string): Promise<Row[]> {
		const { ok, body } = await this.call(workspace, 'GET', url);
		return ok ? (body as Row[]) : [];
	}

	/** @returns the sentence, or what the service says against it */
	async post(
		workspace: string,
		url: string,
		body: object | undefined,
		done: string,
		method: 'POST' | 'PUT' = 'POST',
	): Promise<string> {
		const { ok, problem } = await this.call(workspace, method, url, body);
		return ok ? done : problem;
	}

	#read(fields: Query): PageRequest {
		const known = this.#workspaces().map(({ slug }) => slug);
		const { workspace = '' } = fields;
		return { workspace: known.includes(workspace) ? workspace : (known[2] ?? ''), fields };
	}

	#workspaces() {
		return this.context.db.all<{ slug: string; name: string; plan: string }>(
			'SELECT slug, name, plan FROM workspaces ORDER BY rowid',
		);
	}

	/** Data of the layout. */
	#frame(name: string, { workspace, fields }: PageRequest): object {
		const { outage } = this.shown.webhooks;
		const line = Object.entries(this.shown.line.network?.settings ?? {});
		const trouble = [
			...line.flatMap(([setting, value]) => (value ? [`${setting}: ${String(value)}`] : [])),
			...this.shown.faults.all().map(({ kind }) => `fault: ${kind}`),
			...(outage.active ? ['webhook receivers cannot be reached'] : []),
		];
		return {
			...{ pages: PAGES, menu: MENU, here: name, workspace, fields, trouble },
			workspaces: this.#workspaces(),
			token: this.#token,
			said: fields.said ?? '',
			url: this.context.url(),
		};
	}
}
