import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

/** What an input item results in. */
export type Outcome =
	{ json: IDataObject | IDataObject[] } | { item: INodeExecutionData } | { thrown: unknown };

/** A folder with an `index.ts`. */
export interface Resource {
	/** As the menu calls it. */
	name: string;
	/** The parameter 'Operation'. */
	menu: INodeProperties;
	operations: Record<string, Operation>;
}

/** A file `<operation>.operation.ts`: its parameters, and what it does for one item. */
export interface Operation {
	properties: INodeProperties[];
	execute?(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject | IDataObject[]>;
	/** Instead of `execute`, for an output item with binary data. */
	executeBinary?(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData>;
	/**
	 * Instead of `execute`, for what is better done for all items together.
	 *
	 * @returns the outcome of each input item, in their order, with none for those not started after a failure;
	 *   undefined to fall back to `execute`
	 */
	executeAll?(this: IExecuteFunctions): Promise<Outcome[] | undefined>;
}
