import { afterAll, beforeAll, describe } from '@jest/globals';
import { QueueStack } from '../support/n8n/queueStack';
import { caughtUp } from './caughtUp';
import { mainDown } from './mainDown';
import { oauth } from './oauth';
import { pushes } from './pushes';
import { workerKilled } from './workerKilled';

let stack: QueueStack;

beforeAll(async () => {
	stack = await QueueStack.start({
		// n8n waits a minute until it takes a worker for dead.
		QUEUE_WORKER_LOCK_DURATION: '15000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
		QUEUE_WORKER_STALLED_INTERVAL: '3000',
	});
});

afterAll(async () => await stack?.stop());

const started = () => stack;

describe('pushes through two webhook processors', () => pushes(started));
describe('OAuth2 on two workers', () => oauth(started));
describe('when n8n is unreachable and its main process is stopped', () => caughtUp(started));
describe('when the main process is killed', () => mainDown(started));
// The last one, since it leaves one worker.
describe('when a worker is killed', () => workerKilled(started));
