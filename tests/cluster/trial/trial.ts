// Runs a trial: starts the cluster, trades with one bot in each account, executes the faults, ends all bots, and checks journal and exchange.
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { seededChance } from '@rondo/testkit';
import { crashInstrument } from '../../e2e/crash/accounts.ts';
import { stopAll, type Ending } from '../../../tools/cluster/cluster.ts';
import { exchangeOf } from '../../e2e/support/exchange-truth.ts';
import { startPriceSwing } from '../../e2e/support/price-swing.ts';
import { openTrialAccounts } from './accounts.ts';
import { measureCosts, type Costs } from './costs.ts';
import { executeFault, type FaultOutcome } from './faults.ts';
import { checkJournal } from './journal-checks.ts';
import type { FaultKind } from './fault-kinds.ts';
import type { TrialOptions } from './options.ts';
import { watchOwnership } from './ownership.ts';
import { openPeople } from './people.ts';
import { watchRestingOrders } from './resting-orders.ts';
import { openTrialWorld, type TrialWorld } from './world.ts';

const managedWithinMs = 60_000;
/** The time without faults in which the changes on the pages are measured. */
const calmMs = 60_000;
const betweenFaultsMs = { least: 1_000, most: 8_000 };

export interface TrialResult {
  readonly accounts: number;
  /** The number of bots of all accounts. */
  readonly bots: number;
  readonly orders: number;
  readonly fills: number;
  readonly faults: readonly (FaultOutcome & { readonly kind: FaultKind })[];
  /** How often an account has changed its owner. */
  readonly takeovers: number;
  /** The times for which an account had no owner, also after deaths, pauses and cuts. */
  readonly gaps: Quantiles;
  /** The costs of one account in one second, without faults. */
  readonly costs: Costs;
  /** The times from the storing of a change of a bot to its message on a page, without faults. */
  readonly pushed: Quantiles;
  /** The times from the request of a stop to the first cancellation. */
  readonly stopped: Quantiles;
  /** The processor time of the api nodes for one request of people, with their open pages. */
  readonly requestMs: number | null;
  /** The busy share of all processors during the measurement without faults. */
  readonly busyShare: number;
  /** How many processes waited for a processor at the end of the trial, of how many processors. */
  readonly load: string;
  /** How often each warning and error is in the logs of the nodes. */
  readonly events: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/** Times in ms. A quantile is null when there is no time. */
export interface Quantiles {
  readonly count: number;
  readonly p50: number | null;
  readonly p99: number | null;
}

/**
 * Runs a trial in a separate folder, and ends every process that the trial has started, also when the signal is aborted. `write` gets one line for each step. Rejects
 * after an abort.
 */
export async function runTrial(
  options: TrialOptions,
  write: (line: string) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<TrialResult> {
  const endings: Ending[] = [];
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The trial was stopped.')));
  });
  const run = async (): Promise<TrialResult> => {
    const world = await openTrialWorld(options, endings);
    write(`the cluster is ready: ${world.cluster.nodes.map(({ name }) => name).join(', ')}`);
    return trade(world, options, write);
  };
  try {
    return await Promise.race([run(), aborted]);
  } finally {
    await stopAll(endings);
  }
}

async function trade(world: TrialWorld, options: TrialOptions, write: (line: string) => void): Promise<TrialResult> {
  const chance = seededChance(String(options.seed));
  const ownership = watchOwnership(world);
  const swing = startPriceSwing(world.home, crashInstrument.id, {
    first: await lastPrice(world),
    chance: chance.fork('tide'),
  });
  let ending = async (): Promise<void> => undefined;
  try {
    const accounts = await openTrialAccounts(world, options);
    const readyMs = await ownership.untilManaged(Date.now(), managedWithinMs);
    write(`${options.accounts} accounts with ${options.bots} bots each are managed after ${readyMs} ms`);
    // A new account has no owner until the engines have seen it.
    ownership.gaps();
    const violations = readyMs === null ? [`the accounts are not managed: ${await ownership.describe()}`] : [];
    const resting = await watchRestingOrders(world, accounts);
    write(`${resting.count} orders rest on the quiet markets`);
    const people = openPeople(world, accounts.busy);
    ending = () => people.stop();
    const faults: TrialResult['faults'][number][] = [];
    // On a busy machine the pages can need longer to connect than a short trial lasts.
    await Promise.race([people.untilConnected(), wait(managedWithinMs)]);
    await wait(options.warm * 60_000);
    const until = Date.now() + options.minutes * 60_000;
    const kinds = shuffled(options.kinds, chance);
    while (faults.length < options.faults && Date.now() < until && swing.failure() === null) {
      await wait(chance.between(betweenFaultsMs.least, betweenFaultsMs.most));
      const kind = kinds[faults.length % kinds.length] ?? options.kinds[0];
      const outcome = await executeFault({ world, ownership, people, chance }, kind);
      const found = [...outcome.violations, ...(await resting.changed())];
      faults.push({ ...outcome, violations: found, kind });
      write(`fault ${faults.length}: ${describeOutcome(outcome)}`);
      for (const violation of found) write(`VIOLATION: ${violation}`);
    }
    people.report();
    const ms = options.faults === 0 ? Math.max(0, until - Date.now()) : calmMs;
    const { costs, busyShare } = await measureCosts(world, { ownership, accounts: options.accounts, ms });
    const { pushMs, requests } = people.report();
    if (swing.failure() !== null) violations.push(`the price stands still: ${swing.failure()}`);
    else if (accounts.busy.length > 0 && pushMs.length === 0)
      violations.push(`no change reached a page during ${ms / 1_000} s without faults`);
    await people.stop();
    const stopMs = await accounts.stopAll();
    write('all bots have ended');
    const { disagreements, orders, fills } = await accounts.compare();
    const [takeovers] = await world.sql`select count(*)::int as count from lease_history where epoch > 1`;
    return {
      accounts: options.accounts,
      bots: options.accounts * options.bots,
      orders,
      fills,
      faults,
      takeovers: Number(takeovers?.['count']),
      gaps: quantilesOf(ownership.gaps()),
      costs,
      requestMs: requests === 0 ? null : (costs.apiMs * options.accounts * ms) / 1_000 / requests,
      busyShare,
      pushed: quantilesOf(pushMs),
      stopped: quantilesOf(stopMs),
      load: `${loadavg()[0]?.toFixed(1)} of ${availableParallelism()}`,
      events: Object.fromEntries(world.loggedEvents()),
      violations: [
        ...violations,
        ...faults.flatMap((fault) => fault.violations),
        ...disagreements,
        ...(await checkJournal(world, accounts)),
      ],
    };
  } finally {
    await ending();
    await ownership.stop();
    await swing.stop().catch(() => undefined);
  }
}

function quantilesOf(sorted: readonly number[]): Quantiles {
  const at = (share: number): number | null => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}

function describeOutcome({ text, ownedMs, managedMs, gapMs }: FaultOutcome): string {
  const figures = [
    ...(ownedMs === null ? [] : [`owned after ${ownedMs} ms`]),
    ...(managedMs === null ? [] : [`managed after ${managedMs} ms`]),
    ...(gapMs === null ? [] : [`without an owner for at most ${gapMs} ms`]),
  ];
  return [text, ...figures].join(', ');
}

/** Returns the kinds in a random sequence, so that each kind occurs before one kind occurs twice. */
function shuffled<T>(kinds: readonly T[], chance: { next(): number }): readonly T[] {
  return kinds
    .map((kind) => ({ kind, rank: chance.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ kind }) => kind);
}

async function lastPrice({ home }: TrialWorld): Promise<number> {
  const response = await fetch(`${exchangeOf(home).rest}/api/v5/market/ticker?instId=${crashInstrument.id}`);
  const { data } = (await response.json()) as { readonly data: readonly { readonly last: string }[] }; // OKX defines this shape.
  const last = Number(data[0]?.last);
  if (!(last > 0)) throw new Error('The exchange returned no price.');
  return last;
}
