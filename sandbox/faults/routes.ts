import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Context } from '../context.ts';
import { validate } from '../http/validate.ts';
import { faultSchema } from './schema.ts';

const body = z.array(faultSchema);

/** Faults are seen and switched from outside, too: `PUT` replaces all of them. */
export function faultRoutes(app: FastifyInstance, { faults, quirks }: Context): void {
	const config = { access: { public: true } };

	app.get('/sandbox/faults', { config }, async () => faults.all());

	app.put('/sandbox/faults', { config }, async (request) => {
		faults.set(validate(body, request.body, quirks));
		return faults.all();
	});
}
