import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { FileItem } from '../file/fileItem';

/** What an operation returns for an input item: one output item, or several, or one with a file. */
export type Result = IDataObject | IDataObject[] | FileItem;

/** What an input item results in. */
export type Outcome = { json: Result } | { thrown: unknown };

/** How the menus of the editor show an operation; `action` is its entry in the node panel. */
export type Menu = Required<Pick<INodePropertyOptions, 'name' | 'action' | 'description'>>;

/** Fields of an output item and their JSON types, with `?` if they can be null. The build makes the editor's schemas of it. */
export interface Shape {
	[field: string]: Shape | Type | `${Type}?`;
}

type Type = 'boolean' | 'integer' | 'object' | 'string';

/** A folder with an `index.ts`. */
export interface Resource {
	/** As the menu calls it. */
	name: string;
	/** In the menu, and for AI that builds workflows above each operation. */
	description: string;
	/** By their values in the menu, which is sorted by name. */
	operations: Record<string, Operation>;
	/** Chosen at first. */
	defaultOperation: string;
	example: Example;
}

/** Shows AI that builds workflows how an operation is filled in. */
export interface Example {
	title: string;
	operation: string;
	/** Without `resource` and `operation`. */
	parameters: INodeParameters;
}

/** A file `<operation>.operation.ts`: its entry in the menu, its output, its parameters, and what it does for one item. */
export interface Operation {
	menu: Menu;
	/** What a model reads about it: what it does, when to use it, and what cannot be undone. At most 60 words. */
	toolDescription: string;
	/** With Simplify on. */
	output: Shape;
	properties: INodeProperties[];
	/**
	 * The parameter that names what is changed: of items with the same value, each begins after the one before it, so that
	 * the last one has the last word, and none creates what another one is just creating. Items without a value do not wait.
	 */
	inOrderOf?: string;
	execute?(context: IExecuteFunctions, itemIndex: number): Promise<Result>;
	/**
	 * Instead of `execute`, for what is better done for all items together.
	 *
	 * @returns the outcome of each input item, in their order, with none for those not started after a failure
	 */
	executeAll?(context: IExecuteFunctions): Promise<Outcome[]>;
}
