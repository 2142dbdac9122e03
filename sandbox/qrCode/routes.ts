import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Context } from '../http/context.ts';
import { rateLimitExceeded } from '../http/errors.ts';
import { urlField } from '../http/fields.ts';
import { validate } from '../http/validate.ts';
import { CAPACITY, presentQrCode, type Color } from './present.ts';

/** Maximum requests of an IP address in a window of this many milliseconds. */
const MAX_REQUESTS = 10;
const WINDOW = 10_000;

const color = z
	.string()
	.regex(/^#[0-9A-Fa-f]{6}$/, 'Invalid color')
	.transform((text): Color => {
		const value = Number.parseInt(text.slice(1), 16);
		return [value >> 16, (value >> 8) & 0xff, value & 0xff];
	});

const flag = z.enum(['true', 'false']);

/** The sandbox draws no logo, so `logo` and `hideLogo` have no effect. */
const qrQuery = z
	.object({
		url: urlField,
		logo: z.string().optional(),
		size: z.coerce.number().int().min(1).max(4096).default(600),
		level: z.enum(['L', 'M', 'Q', 'H']).default('L'),
		fgColor: color.default([0, 0, 0]),
		bgColor: color.default([255, 255, 255]),
		hideLogo: flag.default('false'),
		margin: z.coerce.number().int().min(0).max(100).default(2),
		includeMargin: flag.default('true'),
	})
	.transform(({ url, ...query }) => ({ ...query, content: Buffer.from(url) }))
	.refine(({ content, level }) => content.length <= CAPACITY[level], {
		message: 'Too long for a QR code',
		path: ['url'],
	});

/** QR codes of any URL, without authentication. */
export function qrCodeRoutes(app: FastifyInstance, { clock, quirks }: Context): void {
	const recent = new Map<string, { index: number; count: number }>();

	app.get('/qr', { config: { access: { public: true } } }, async (request, reply) => {
		limit(request.ip);
		const query = validate(qrQuery, request.query, quirks);
		const image = presentQrCode(query.content, {
			level: query.level,
			size: query.size,
			margin: query.includeMargin === 'true' ? query.margin : 0,
			colors: [query.fgColor, query.bgColor],
		});
		return reply.type('image/png').send(image);
	});

	function limit(address: string): void {
		const index = Math.floor(clock.now() / WINDOW);
		const known = recent.get(address);
		const count = known?.index === index ? known.count + 1 : 1;
		if (count > MAX_REQUESTS) throw rateLimitExceeded();
		recent.set(address, { index, count });
	}
}
