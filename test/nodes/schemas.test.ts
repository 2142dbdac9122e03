import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';
import * as registry from '../../nodes/LinkAttribution/actions/registry';
import type { Resource, Shape } from '../../nodes/LinkAttribution/actions/types';
import { commissions, newCommissions } from '../support/sandbox/commissions';
import { conversionLink, newClick } from '../support/sandbox/conversions';
import { knownCustomers } from '../support/sandbox/customers';
import { menuOperations } from '../support/node/menu';
import { startService, type NodeService } from '../support/node/nodeService';
import { OAuthClient } from '../support/sandbox/oauth';
import { enrollments } from '../support/sandbox/partners';
import { programId, row } from '../support/sandbox/rows';
import { bounty, inState } from '../support/sandbox/submissions';

const url = 'https://example.com/landing';

const TYPES: Record<string, z.ZodType> = {
	boolean: z.boolean(),
	integer: z.int(),
	object: z.looseObject({}),
	string: z.string(),
};

/** Takes exactly the fields of the shape. */
function toZod(shape: Shape): z.ZodType {
	const fields = Object.entries(shape).map(([name, type]) => {
		if (typeof type !== 'string') return [name, toZod(type)];
		const one = TYPES[type.replace('?', '')];
		return [name, type.endsWith('?') ? one.nullable() : one];
	});
	return z.strictObject(Object.fromEntries(fields) as Record<string, z.ZodType>);
}

let service: NodeService;
let created = 0;

async function start() {
	service = await startService({ sampleData: { seed: 3, events: 300 } });
	service.withoutLimits();
}

const newName = () => `new-${++created}`;
const customerId = () => knownCustomers(service.sandbox)[0].id;
const partner = () => enrollments(service.sandbox)[0].partner_id;
const applicant = () =>
	row<{ id: string }>(
		service.sandbox,
		`SELECT partner_id AS id FROM enrollments WHERE program_id = ? AND status = 'pending'`,
		programId(service.sandbox, 'business'),
	).id;
const submitted = () =>
	inState(service, bounty(service, 'reward_amount = 5000'), 'submitted') as INodeParameters;

/** Creates one as the node does. @returns the field of it */
async function create(resource: string, parameters: INodeParameters, field = 'id') {
	const operation = resource === 'partner' ? 'createLink' : 'create';
	const [output] = await service.output({ resource, operation, ...parameters });
	return String(output[field]);
}

const folderId = async () => await create('folder', { name: newName() });
const tagId = async () => await create('tag', { name: newName() });
const linkId = async () => await create('link', { url });
const domain = async () => await create('domain', { slug: `${newName()}.example.com` }, 'slug');

async function lead() {
	const clickId = await newClick(service.sandbox, await conversionLink(service.sandbox));
	return { clickId, eventName: 'Sign up', customerExternalId: newName() };
}

async function discountCode() {
	const partnerId = partner();
	return { partnerId, linkId: await create('partner', { partner: partnerId }) };
}

/** What must be given; by `resource.operation`. */
const required: Record<string, () => INodeParameters | Promise<INodeParameters>> = {
	'bountySubmission.approve': submitted,
	'bountySubmission.getAll': () => ({ bountyId: submitted().bountyId }),
	'bountySubmission.reject': submitted,
	'commission.create': () => ({ partnerId: partner(), amount: 2500 }),
	'commission.get': () => ({ commissionId: commissions(service, 'c.earnings <> 0')[0].id }),
	'commission.update': () => ({
		commissionId: commissions(service, "c.status = 'pending'")[0].id,
		updateFields: { earnings: 100 },
	}),
	'commission.updateMany': () => ({
		commissionIds: newCommissions(service, 2).join(),
		status: 'canceled',
	}),
	'conversion.trackLead': lead,
	'conversion.trackOpen': async () => {
		const { domain: host, key } = await conversionLink(service.sandbox);
		return { deepLink: `https://${host}/${key}` };
	},
	'conversion.trackSale': async () => {
		const { clickId, customerExternalId } = await lead();
		return { customerExternalId, amount: 4200, additionalFields: { clickId } };
	},
	'customer.delete': () => ({ customerId: customerId() }),
	'customer.get': () => ({ customerId: customerId() }),
	'customer.update': () => ({ customerId: customerId(), updateFields: { name: 'Ada' } }),
	'discountCode.create': discountCode,
	'discountCode.delete': async () => ({
		discountCode: await create('discountCode', await discountCode()),
	}),
	'discountCode.get': async () => ({
		discountCode: await create('discountCode', await discountCode()),
	}),
	'domain.checkStatus': () => ({ domains: `${newName()}.link` }),
	'domain.create': () => ({ slug: `${newName()}.example.com` }),
	'domain.delete': async () => ({ domain: await domain() }),
	'domain.get': async () => ({ domain: await domain() }),
	'domain.register': () => ({ domain: `${newName()}.link` }),
	'domain.update': async () => ({ domain: await domain(), updateFields: { archived: true } }),
	'embedToken.create': () => ({ email: 'ada@example.com' }),
	'event.getAll': async () => {
		await lead();
		return {};
	},
	'folder.create': () => ({ name: newName() }),
	'folder.delete': async () => ({ folderId: await folderId() }),
	'folder.get': async () => ({ folderId: await folderId() }),
	'folder.update': async () => ({ folderId: await folderId(), updateFields: { name: newName() } }),
	'link.create': () => ({ url }),
	'link.createMany': () => ({ url }),
	'link.delete': async () => ({ linkId: await linkId() }),
	'link.deleteMany': async () => ({ linkIds: await linkId() }),
	'link.get': async () => ({ linkId: await linkId() }),
	'link.update': async () => ({ linkId: await linkId(), updateFields: { title: 'Landing' } }),
	'link.updateMany': async () => ({ linkIds: await linkId(), updateFields: { title: 'Landing' } }),
	'link.upsert': () => ({ url }),
	'partner.ban': () => ({ partner: partner(), reason: 'spam' }),
	'partner.create': () => ({ email: 'ada@example.com' }),
	'partner.createLink': () => ({ partner: partner() }),
	'partner.deactivate': () => ({ partner: partner() }),
	'partner.get': () => ({ partner: partner() }),
	'partner.getAnalytics': () => ({ partner: partner() }),
	'partner.getLinks': () => ({ partner: partner() }),
	'partner.upsertLink': () => ({ partner: partner(), url }),
	'partnerApplication.approve': () => ({ partnerId: applicant() }),
	'partnerApplication.reject': () => ({ partnerId: applicant() }),
	'payout.get': () => ({
		payoutId: row<{ id: string }>(
			service.sandbox,
			'SELECT id FROM payouts WHERE program_id = ?',
			programId(service.sandbox, 'business'),
		).id,
	}),
	'qrCode.get': () => ({ url }),
	'tag.create': () => ({ name: newName() }),
	'tag.delete': async () => ({ tagId: await tagId() }),
	'tag.get': async () => ({ tagId: await tagId() }),
	'tag.update': async () => ({ tagId: await tagId(), updateFields: { name: newName() } }),
	'user.getInfo': () => ({ authentication: 'oAuth2' }),
};

/** A connected OAuth2 credential as n8n keeps it. */
async function connected(): Promise<ICredentialDataDecryptedObject> {
	const client = new OAuthClient(service.sandbox, 'business', 'secret');
	return {
		baseUrl: service.proxy.url,
		grantType: 'authorizationCode',
		clientId: client.id,
		clientSecret: client.secret ?? '',
		accessTokenUrl: `${service.proxy.url}/oauth/token`,
		oauthTokenData: { ...(await client.connect({ scope: 'user.read' })) },
	};
}

/** Where the default workspace cannot do it. */
async function callFor(name: string) {
	if (name === 'user.getInfo') return { credential: await connected() };
	const ofHigherPlans = ['domain.checkStatus', 'domain.register', 'embedToken.create'];
	return ofHigherPlans.includes(name) ? { workspace: 'enterprise' } : {};
}

describe('the shapes of outputs, of which the build makes schemas,', () => {
	beforeAll(start);
	afterAll(() => service.close());

	it.each(menuOperations)('match the output of $title', async ({ resource, operation }) => {
		const resources: Record<string, Resource> = registry;
		const { output: shape } = resources[resource].operations[operation];
		const name = `${resource}.${operation}`;
		const parameters = { ...{ resource, operation }, ...(await required[name]?.()) };
		const output = await service.output(parameters, await callFor(name));
		expect(output).not.toEqual([]);
		const item = toZod(FEWER.includes(name) ? onlyFieldsOf(shape, output[0]) : shape);
		for (const json of output) item.parse(json);
	});
});

/** Operations that omit counts that were not requested. */
const FEWER = ['analytics.get'];

function onlyFieldsOf(shape: Shape, output: IDataObject): Shape {
	return Object.fromEntries(Object.entries(shape).filter(([name]) => name in output));
}
