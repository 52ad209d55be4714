// English texts that every page needs.
import { common } from './site/common.ts';
import { landing } from './site/landing.ts';

export const texts = { ...common, ...landing } as const;
