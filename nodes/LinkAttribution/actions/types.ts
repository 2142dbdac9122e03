import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { FileItem } from '../file/fileItem';

/** What an operation returns for an input item: one output item, or several, or one with a file. */
export type Result = IDataObject | IDataObject[] | FileItem;

/** What an input item results in. */
export type Outcome = { json: Result } | { thrown: unknown };

/** What differs between the 'Operation' parameters of the resources. */
export type Menu = Pick<INodeProperties, 'options' | 'default'>;

/** A folder with an `index.ts`. */
export interface Resource {
	/** As the menu calls it. */
	name: string;
	menu: Menu;
	operations: Record<string, Operation>;
}

/** A file `<operation>.operation.ts`: its parameters, and what it does for one item. */
export interface Operation {
	properties: INodeProperties[];
	execute?(context: IExecuteFunctions, itemIndex: number): Promise<Result>;
	/**
	 * Instead of `execute`, for what is better done for all items together.
	 *
	 * @returns the outcome of each input item, in their order, with none for those not started after a failure;
	 *   undefined to fall back to `execute`
	 */
	executeAll?(context: IExecuteFunctions): Promise<Outcome[] | undefined>;
}
