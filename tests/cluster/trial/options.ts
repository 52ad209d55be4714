// Reads the options of `npm run cluster:test`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { faultKinds, type FaultKind } from './fault-kinds.ts';

export interface TrialOptions {
  readonly engines: number;
  readonly apis: number;
  /** The number of exchange accounts with one bot each. */
  readonly accounts: number;
  /** No fault begins after this number of minutes. */
  readonly minutes: number;
  readonly seed: number;
  /** The largest number of faults. */
  readonly faults: number;
  /** The kinds of the faults. */
  readonly kinds: readonly [FaultKind, ...FaultKind[]];
  readonly isJson: boolean;
  /** The folder for data and logs, which must not exist. When it is null, the trial uses a temporary folder and deletes it. */
  readonly home: string | null;
  /** The folder of an older version that is built. The nodes engine-1 and api-1 run it. When it is null, all nodes run this version. */
  readonly older: string | null;
}

export const usage =
  'Usage: npm run cluster:test -- [--engines 3] [--apis 2] [--accounts 20] [--minutes 5] [--seed 1] [--faults 10] [--only KIND,KIND] [--home DIR] [--older DIR] [--json]\n' +
  `Kinds of faults: ${faultKinds.join(', ')}.\n`;

/** Returns the options, or null when an option is unknown or has a wrong value. */
export function readOptions(args: readonly string[]): TrialOptions | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        engines: { type: 'string', default: '3' },
        apis: { type: 'string', default: '2' },
        accounts: { type: 'string', default: '20' },
        minutes: { type: 'string', default: '5' },
        seed: { type: 'string', default: '1' },
        faults: { type: 'string', default: '10' },
        only: { type: 'string', default: faultKinds.join(',') },
        home: { type: 'string' },
        older: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const counts = [values.engines, values.apis, values.accounts, values.minutes, values.seed, values.faults];
    const [engines = 0, apis = 0, accounts = 0, minutes = 0, seed = 0, faults = 0] = counts.map(Number);
    const isWhole = [engines, apis, accounts, seed, faults].every((count) => Number.isInteger(count) && count >= 0);
    const kinds = values.only.split(',').map((name) => faultKinds.find((kind) => kind === name));
    const [first, ...others] = kinds.flatMap((kind) => kind ?? []);
    const isKnown = first !== undefined && others.length + 1 === kinds.length;
    if (!isWhole || !isKnown || engines < 1 || apis < 1 || accounts < 1 || !(minutes > 0)) return null;
    const [home, older] = [values.home, values.older].map((folder) =>
      folder === undefined ? null : path.resolve(folder),
    );
    const chosen = { engines, apis, accounts, minutes, seed, faults, isJson: values.json };
    return { ...chosen, kinds: [first, ...others], home: home ?? null, older: older ?? null };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
