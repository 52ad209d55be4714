// All Korean messages; the product loads them in parts.
import type { Catalogue } from '../catalogue.ts';
import { texts as guest } from './guest.ts';
import { legal } from './legal.ts';
import { texts as member } from './member.ts';
import { texts as start } from './start.ts';

export const catalogue: Catalogue = { ...start, ...guest, ...member, ...legal };
