/** Every resource of the node, one line each: its menu, parameters, and operations come from here. */
export * as analytics from './analytics';
export * as bountySubmission from './bountySubmission';
export * as commission from './commission';
export * as conversion from './conversion';
export * as customer from './customer';
export * as discountCode from './discountCode';
export * as domain from './domain';
export * as embedToken from './embedToken';
export * as event from './event';
export * as folder from './folder';
export * as link from './link';
export * as partner from './partner';
export * as partnerApplication from './partnerApplication';
export * as payout from './payout';
export * as qrCode from './qrCode';
export * as tag from './tag';
export * as user from './user';
