// All known bugs that `npm run simulate -- --planted all` adds to the engine, one at a time.
import { gateBugs } from '../planted/gate-bugs.ts';
import { leaseBugs } from '../planted/lease-bugs.ts';
import { ledgerBugs } from '../planted/ledger-bugs.ts';
import { settlingBugs } from '../planted/settling-bugs.ts';
import { commandDefects } from './command-defects.ts';
import { defects, type Defect } from './defects.ts';
import { factDefects } from './fact-defects.ts';
import { holdDefects } from './hold-defects.ts';

/** All known bugs. The first eight are those of `npm test`. */
export const allDefects: readonly Defect[] = [
  ...defects,
  ...factDefects,
  ...commandDefects,
  ...holdDefects,
  ...gateBugs,
  ...settlingBugs,
  ...ledgerBugs,
  ...leaseBugs,
];
