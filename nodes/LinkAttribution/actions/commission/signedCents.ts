import { z } from 'zod/v4';
import { numeric } from '../../helpers/number';

const message = 'must be a whole number of cents, e.g. 1250 or -1250';

/** An amount that may be negative, also as the text that an expression or an AI agent gives; blank text is none. */
export const signedCents = numeric(z.number({ message }).int(message));
