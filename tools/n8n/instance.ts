import { N8nClient } from './client.ts';
import { startProcess, type N8nOptions, type N8nProcess } from './process.ts';

export interface N8nInstance extends N8nProcess {
	/** Uses `localhost`, as n8n does in OAuth redirects. */
	url: string;
	client: N8nClient;
}

const urlOf = (port: number) => `http://localhost:${port}`;

/** Starts n8n and waits until its REST interface responds. @throws Error as `startProcess` */
export async function startN8n(options: N8nOptions): Promise<N8nInstance> {
	const isUp = async (port: number) => await new N8nClient(urlOf(port)).isUp();
	const started = await startProcess(['start'], options, isUp);
	const url = urlOf(started.port);
	return { ...started, url, client: new N8nClient(url) };
}
