// Russian texts that every page needs.
import type { texts as base } from '../en/start.ts';
import type { Section } from '../message.ts';
import { common } from './site/common.ts';
import { landing } from './site/landing.ts';

export const texts: Section<typeof base> = { ...common, ...landing };
