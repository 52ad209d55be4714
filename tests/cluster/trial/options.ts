// Reads the options of `npm run cluster:test`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { faultKinds, type FaultKind } from './fault-kinds.ts';

export interface TrialOptions {
  readonly engines: number;
  readonly apis: number;
  /** The number of exchange accounts. */
  readonly accounts: number;
  /** The number of bots in each account, at most 3. */
  readonly bots: number;
  /** In so many accounts, one bot is on a market that moves all the time. The markets of all other bots do not move. */
  readonly busy: number;
  /** No fault begins after this number of minutes. */
  readonly minutes: number;
  /** The accounts trade so many minutes before the faults and the measurement. A new process compiles its code during this time. */
  readonly warm: number;
  readonly seed: number;
  /** The largest number of faults. */
  readonly faults: number;
  /** The kinds of the faults. */
  readonly kinds: readonly [FaultKind, ...FaultKind[]];
  readonly isJson: boolean;
  /** The folder for data and logs, which must not exist. When it is null, the trial uses a temporary folder and deletes it. */
  readonly home: string | null;
  /**
   * The folder of an older version that is built. At the start, the nodes engine-1 and api-1 run it. When it is null, all nodes run this version, and no node changes
   * its version.
   */
  readonly older: string | null;
}

/** This value of `older` stands for the version before the newest migration, which the command builds. */
export const previousVersion = 'previous';

export const usage =
  'Usage: npm run cluster:test -- [--engines 3] [--apis 2] [--accounts 20] [--bots 1] [--busy 20] [--minutes 5] [--warm 0] [--seed 1] [--faults 10] [--only KIND,KIND] [--home DIR] [--older DIR|previous] [--json]\n' +
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
        bots: { type: 'string', default: '1' },
        busy: { type: 'string', default: '20' },
        minutes: { type: 'string', default: '5' },
        warm: { type: 'string', default: '0' },
        seed: { type: 'string', default: '1' },
        faults: { type: 'string', default: '10' },
        only: { type: 'string' },
        home: { type: 'string' },
        older: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const counts = countsOf(values);
    const kinds = kindsOf(values);
    if (counts === null || kinds === null) return null;
    const { home, older } = values;
    return {
      ...counts,
      kinds,
      isJson: values.json,
      home: home === undefined ? null : path.resolve(home),
      older: older === undefined ? null : older === previousVersion ? older : path.resolve(older),
    };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const countNames = ['engines', 'apis', 'accounts', 'bots', 'busy', 'seed', 'faults'] as const;
type Counts = Readonly<Record<(typeof countNames)[number] | 'minutes' | 'warm', number>>;

function countsOf(values: Readonly<Record<keyof Counts, string>>): Counts | null {
  const { engines, apis, accounts, bots, busy, seed, faults } = values;
  const counts = {
    engines: Number(engines),
    apis: Number(apis),
    accounts: Number(accounts),
    bots: Number(bots),
    busy: Number(busy),
    seed: Number(seed),
    faults: Number(faults),
    minutes: Number(values.minutes),
    warm: Number(values.warm),
  };
  const isWhole = countNames.every((name) => Number.isInteger(counts[name]) && counts[name] >= 0);
  const isPositive = [counts.engines, counts.apis, counts.accounts, counts.bots].every((count) => count >= 1);
  return isWhole && isPositive && counts.bots <= 3 && counts.minutes > 0 && counts.warm >= 0 ? counts : null;
}

/** Without a choice, all kinds are chosen that are possible. Returns null when a kind is unknown or not possible. */
function kindsOf({ only, older }: { readonly only?: string; readonly older?: string }): TrialOptions['kinds'] | null {
  const possible = faultKinds.filter((kind) => kind !== 'change-version' || older !== undefined);
  const names = only?.split(',') ?? possible;
  const [first, ...others] = possible.filter((kind) => names.includes(kind));
  return first === undefined || others.length + 1 !== names.length ? null : [first, ...others];
}
