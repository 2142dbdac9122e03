import { beforeAll, beforeEach } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { CONTRACT_QUIRKS } from '../../../../sandbox/http/quirks';
import { Visitors } from '../../../support/node/polling';
import { useTriggerService } from '../../../support/node/triggerService';
import { stopTime } from '../../../support/node/virtualWaits';
import { conversionLink, type ConversionLink } from '../../../support/sandbox/conversions';

export const CLICKS: INodeParameters = { delivery: 'polling', events: ['link.clicked'] };
export const ALL: INodeParameters = {
	...CLICKS,
	events: ['link.clicked', 'lead.created', 'sale.created'],
};

/** A sandbox without events before each test, on a clock that tests move. */
export class PollBench {
	readonly service = useTriggerService();
	readonly visitors = new Visitors(this.service.service);
	readonly link = {} as ConversionLink;

	/** Starts it for a test file. */
	constructor() {
		beforeAll(async () => {
			Object.assign(this.link, await conversionLink(this.service.sandbox));
		});
		beforeEach(() => {
			stopTime(false);
			this.service.reset();
			this.service.service.withoutLimits();
			this.service.sandbox.db.run('DELETE FROM events');
			Object.assign(this.service.sandbox.quirks, CONTRACT_QUIRKS);
		});
	}
}
