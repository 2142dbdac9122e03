import * as count from './count.operation';
import * as create from './create.operation';
import * as createMany from './createMany.operation';
import * as deleteOne from './delete.operation';
import * as deleteMany from './deleteMany.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';
import * as updateMany from './updateMany.operation';
import * as upsert from './upsert.operation';

export const name = 'Link';

export const operations = {
	count,
	create,
	createMany,
	delete: deleteOne,
	deleteMany,
	get,
	getAll,
	update,
	updateMany,
	upsert,
};

export const defaultOperation = 'create';
