// English texts of the exchange tab and of linking.
import { lbank } from './lbank.ts';
import { linking } from './linking.ts';

export const texts = { ...lbank, ...linking } as const;
