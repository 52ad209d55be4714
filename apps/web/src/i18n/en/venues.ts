// English texts of the exchange tab and of linking.
import { consent } from './exchanges/consent.ts';
import { lbank } from './exchanges/lbank.ts';
import { linking } from './exchanges/linking.ts';

export const texts = { ...consent, ...lbank, ...linking } as const;
