import type { FastifyInstance } from 'fastify';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { UserRow } from './columns.ts';

type Profile = Pick<UserRow, 'id' | 'name' | 'image'>;

/** `GET /oauth/userinfo`: the user and workspace of an access token. */
export function userRoutes(app: FastifyInstance, { db }: Context): void {
	app.get('/oauth/userinfo', { config: { access: { scope: 'user.read' } } }, async (request) => {
		const { kind, userId, workspace } = principalOf(request);
		if (kind !== 'accessToken') {
			throw new ApiError(
				'unauthorized',
				'This endpoint requires an OAuth access token, not an API key.',
			);
		}
		const user = db.get<Profile>('SELECT id, name, image FROM users WHERE id = ?', userId);
		if (!user)
			throw new ApiError('unauthorized', 'The user of this access token no longer exists.');
		const { id, slug, name, logo } = workspace;
		return {
			id: user.id,
			name: user.name ?? '',
			image: user.image ?? '',
			workspace: { id, slug, name, logo: logo ?? '' },
		};
	});
}
