// All Chinese messages; the product loads them in parts.
import type { Catalogue } from '../catalogue.ts';
import { create } from './create.ts';
import { demo } from './demo.ts';
import { texts as guest } from './guest.ts';
import { legal } from './legal.ts';
import { texts as member } from './member.ts';
import { operator } from './operator.ts';
import { replay } from './replay.ts';
import { security } from './security.ts';
import { texts as start } from './start.ts';
import { texts as venues } from './venues.ts';
import { wallet } from './wallet.ts';

export const catalogue: Catalogue = {
  ...start,
  ...guest,
  ...member,
  ...create,
  ...venues,
  ...security,
  ...replay,
  ...demo,
  ...legal,
  ...wallet,
  ...operator,
};
