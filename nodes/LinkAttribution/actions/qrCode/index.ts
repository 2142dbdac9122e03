import * as get from './get.operation';

export const name = 'QR Code';

export const operations = { get };

export const defaultOperation = 'get';
