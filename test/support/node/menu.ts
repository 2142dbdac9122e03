import type { INodePropertyOptions } from 'n8n-workflow';
import { LinkAttribution } from '../../../nodes/LinkAttribution/LinkAttribution.node';

interface MenuOperation {
	/** As the menu names it, e.g. 'Folder · Get Many'. */
	title: string;
	resource: string;
	operation: string;
}

const { properties } = new LinkAttribution().description;

function choices(name: string, resource?: string): INodePropertyOptions[] {
	const menu = properties.find(
		(property) =>
			property.name === name &&
			(!resource || property.displayOptions?.show?.resource?.includes(resource)),
	);
	return (menu?.options ?? []) as INodePropertyOptions[];
}

/** All operations of the node's menu. */
export const menuOperations: MenuOperation[] = choices('resource').flatMap((resource) =>
	choices('operation', String(resource.value)).map((operation) => ({
		title: `${resource.name} · ${operation.name}`,
		resource: String(resource.value),
		operation: String(operation.value),
	})),
);
