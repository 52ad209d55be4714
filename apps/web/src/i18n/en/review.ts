// English texts of the panel of a new bot.
import { chart } from './bots/chart.ts';
import { review } from './bots/review.ts';

export const texts = { ...chart, ...review } as const;
