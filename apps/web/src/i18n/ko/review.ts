// Korean texts of the panel of a new bot.
import type { texts as base } from '../en/review.ts';
import type { Section } from '../message.ts';
import { chart } from './bots/chart.ts';
import { review } from './bots/review.ts';

export const texts: Section<typeof base> = { ...chart, ...review };
