import type { Example } from '../types';
import * as getInfo from './getInfo.operation';

export const name = 'User';

export const description = 'The connected user and their workspace';

export const operations = { getInfo };

export const defaultOperation = 'getInfo';

export const example: Example = {
	title: 'The connected user',
	operation: 'getInfo',
	parameters: { authentication: 'oAuth2' },
};
