import * as ban from './ban.operation';
import * as create from './create.operation';
import * as createLink from './createLink.operation';
import * as deactivate from './deactivate.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getAnalytics from './getAnalytics.operation';
import * as getLinks from './getLinks.operation';
import * as upsertLink from './upsertLink.operation';

export const name = 'Partner';

export const operations = {
	ban,
	create,
	createLink,
	deactivate,
	get,
	getAll,
	getAnalytics,
	getLinks,
	upsertLink,
};

export const defaultOperation = 'getAll';
