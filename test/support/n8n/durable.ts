/** n8n's durable scheduler with durable cursors for polls. */
export const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	// By default, polls run up to 5 s late, and 90 s after n8n was killed while it polled.
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_POLL_TIMEOUT: '15',
	N8N_SCHEDULER_LEASE_DURATION: '20',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
};
