/** Arguments that the command line does not take; the message is one line for the person. */
export class UsageError extends Error {}
