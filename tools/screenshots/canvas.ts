import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../n8n/client.ts';
import type { Stage } from './stage.ts';

const WORKFLOWS = join(import.meta.dirname, '..', '..', 'workflows');

/** Space for the names around the nodes, in pixels. */
const MARGIN = 72;

/** Everything but the nodes; also warnings about missing credentials, and the dots, which make the files large. */
const HIDDEN = `[data-test-id="canvas-controls"], [data-test-id="node-issues"], [data-test-id="logs-panel"],
	[data-test-id^="execute-workflow-button"], [class*="canvasButtons"], [class*="executionButtons"],
	:has([data-test-id="radio-button-workflow"]):not(:has([data-test-id="canvas"])),
	:has([data-test-id="add-sticky-button"]):not(:has([data-test-id="canvas"])),
	.vue-flow__panel, .vue-flow__background { visibility: hidden !important }`;

interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Takes a picture of each example workflow. @returns the paths, `<folder>/<name of the file>.png` */
export async function pictureWorkflows(stage: Stage, folder: string): Promise<string[]> {
	const { editor, client, credential } = stage;
	const files = (await readdir(WORKFLOWS)).filter((name) => name.endsWith('.json')).sort();
	const pictures: string[] = [];
	for (const file of files) {
		const text = await readFile(join(WORKFLOWS, file), 'utf8');
		const definition = JSON.parse(text) as WorkflowDefinition;
		const workflow = await client.importWorkflow(definition, { linkAttributionApi: credential });
		await editor.openWorkflow(workflow);
		const path = join(folder, file.replace(/json$/, 'png'));
		await pictureCanvas(stage, path);
		pictures.push(path);
	}
	return pictures;
}

/** Takes a picture of all nodes and notes on the canvas. */
async function pictureCanvas({ editor }: Stage, path: string): Promise<void> {
	const { page } = editor;
	await editor.fitCanvas();
	const shown = await page.locator('.vue-flow__node').all();
	const boxes = await Promise.all(shown.map((node) => node.boundingBox()));
	const canvas = await page.getByTestId('canvas').boundingBox();
	const clip = around(
		boxes.filter((box) => box !== null),
		canvas,
	);
	await page.screenshot({ path, clip, style: HIDDEN });
}

/** @returns the box around all boxes, with a margin, within the canvas */
function around(boxes: Box[], canvas: Box | null): Box {
	const bounds = canvas ?? { x: 0, y: 0, width: Infinity, height: Infinity };
	const left = Math.max(bounds.x, Math.min(...boxes.map(({ x }) => x)) - MARGIN);
	const top = Math.max(bounds.y, Math.min(...boxes.map(({ y }) => y)) - MARGIN);
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN;
	return {
		x: left,
		y: top,
		width: Math.min(right, bounds.x + bounds.width) - left,
		height: Math.min(bottom, bounds.y + bounds.height) - top,
	};
}
