export { allowRedirectUri } from '../oauth/apps.ts';
export { startSandbox } from '../server.ts';
export { summary } from './summary.ts';
