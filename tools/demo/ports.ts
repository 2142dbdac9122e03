import { freePorts, isPortInUse } from '../n8n/ports.ts';
import type { Progress } from './progress.ts';

/** The wanted port, or a free one when somebody else has it. */
export async function choosePort(progress: Progress, who: string, wanted: number): Promise<number> {
	if (!(await isPortInUse(wanted))) return wanted;
	const [port] = await freePorts(1);
	progress.say(`Port ${wanted} is in use, so ${who} takes ${port}.`);
	return port;
}
