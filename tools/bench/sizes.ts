export interface Sizes {
	eventPages: number;
	linkPages: number;
	deletes: number;
	creates: number;
	/** Webhook deliveries for each case and round. */
	deliveries: number;
	connections: number[];
	polls: number;
	/** At most; a file with more pages than the other jobs have is written once. */
	memoryRounds: number;
	/** Pages of events that are written to a file, whose memory is measured. */
	filePages: number;
}

export const FULL: Sizes = {
	eventPages: 100,
	linkPages: 50,
	deletes: 1000,
	creates: 1000,
	deliveries: 100,
	connections: [1, 16],
	polls: 2,
	memoryRounds: 3,
	filePages: 1000,
};

export const QUICK: Sizes = {
	eventPages: 4,
	linkPages: 4,
	deletes: 60,
	creates: 60,
	deliveries: 10,
	connections: [16],
	polls: 1,
	memoryRounds: 1,
	filePages: 4,
};
