// Chinese texts of the exchange tab and of linking.
import type { texts as base } from '../en/venues.ts';
import type { Section } from '../message.ts';
import { consent } from './exchanges/consent.ts';
import { lbank } from './exchanges/lbank.ts';
import { linking } from './exchanges/linking.ts';

export const texts: Section<typeof base> = { ...consent, ...lbank, ...linking };
