import type { IDataObject, INodeParameters } from 'n8n-workflow';

const SAME = {
	android: 'https://example.com/android',
	archived: true,
	comments: 'from the fair',
	description: 'Preview text',
	doIndex: true,
	expiredUrl: 'https://example.com/over',
	expiresAt: '2030-05-01T10:00:00.000Z',
	externalId: 'ada-1',
	image: 'https://example.com/image.png',
	ios: 'https://example.com/ios',
	password: 'open sesame',
	prefix: '/ada/',
	proxy: true,
	rewrite: true,
	tenantId: 'tenant-7',
	testCompletedAt: '2030-02-01T00:00:00.000Z',
	testStartedAt: '2030-01-01T00:00:00.000Z',
	title: 'Preview title',
	video: 'https://example.com/video.mp4',
};
const VARIANTS = [
	{ url: 'https://example.com/a', percentage: 40 },
	{ url: 'https://example.com/b', percentage: 60 },
];

/** All that can be set on a link of a partner, but Tag Names, which cannot be together with Tag IDs. */
export const LINK_PROPS: INodeParameters = {
	...SAME,
	tagIds: 'tag_1, tag_2',
	testVariants: { variants: VARIANTS },
};

export const LINK_PROPS_BODY: IDataObject = {
	...SAME,
	tagIds: ['tag_1', 'tag_2'],
	testVariants: VARIANTS,
};

export const LINK_PROPS_NAMES = [
	...Object.keys(LINK_PROPS),
	...['tagNames', 'url', 'percentage', 'linkProps', 'linkPropsJson'],
];

/** A prefix is for random slugs, so not together with a slug. */
export function withoutPrefix<Properties extends object>(properties: Properties): Properties {
	const others = Object.entries(properties).filter(([name]) => name !== 'prefix');
	return Object.fromEntries(others) as Properties;
}
