// English texts of the exchange tab and of linking.
import { lbank } from './exchanges/lbank.ts';
import { linking } from './exchanges/linking.ts';

export const texts = { ...lbank, ...linking } as const;
