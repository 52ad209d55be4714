// English texts of what every page needs.
import { common } from './common.ts';
import { landing } from './landing.ts';

export const texts = { ...common, ...landing } as const;
