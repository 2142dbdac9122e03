import type { IDataObject } from 'n8n-workflow';
import type { N8nClient } from '../../../tools/n8n/client';

interface Table {
	id: string;
	name: string;
}

/** Where n8n keeps the Data Table that a person finds under its name. */
async function tablePath(client: N8nClient, name: string): Promise<string> {
	const { id: project } = await client.request<{ id: string }>('GET', '/rest/projects/personal');
	const path = `/rest/projects/${project}/data-tables`;
	const { data } = await client.request<{ data: Table[] }>('GET', path);
	const table = data.find((candidate) => candidate.name === name);
	if (!table) throw new Error(`There is no Data Table ${name}.`);
	return `${path}/${table.id}`;
}

/** The rows in the order in which they were made. */
export async function dataTableRows(client: N8nClient, name: string): Promise<IDataObject[]> {
	const path = await tablePath(client, name);
	const query = new URLSearchParams({ take: '250', sortBy: 'id:asc' });
	const { data } = await client.request<{ data: IDataObject[] }>(
		'GET',
		`${path}/rows?${query.toString()}`,
	);
	return data;
}

/** What a person downloads of it. */
export async function dataTableCsv(client: N8nClient, name: string): Promise<string> {
	const path = await tablePath(client, name);
	const route = `${path}/download-csv?includeSystemColumns=false`;
	return (await client.request<{ csvContent: string }>('GET', route)).csvContent;
}

export async function fillDataTable(
	client: N8nClient,
	name: string,
	data: IDataObject[],
): Promise<void> {
	const path = await tablePath(client, name);
	await client.request('POST', `${path}/insert`, { data, returnType: 'count' });
}
