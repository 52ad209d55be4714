// Simulates one process of the engine. The process can be killed before or after a request to the exchange, and before or after a commit of
// intents. After the kill, no port of the process works.
import { createOkxExchange, createOkxPublic, localSigner } from '@rondo/exchange';
import {
  createEngine,
  type Engine,
  type Exchange,
  type IntentRow,
  type Journal,
  type KeyedHash,
  type Log,
} from '@rondo/engine';
import type { AccountKeys } from '@rondo/sandbox';
import { createSteadyClock } from '../../../apps/server/src/async/steady-clock.ts';
import type { LinkMeters } from '../../../apps/server/src/link-health/link-meters.ts';
import type { MemoryJournal, SeededChance, VirtualClock } from '@rondo/testkit';
import { checkCommit, checkFacts, noteCommit, noteFacts, type CheckContext } from '../checks/checkers.ts';
import type { Monitors } from '../monitors/monitors.ts';
import type { CommandWatch } from '../checks/command-watch.ts';
import { count, type Counts } from '../checks/counts.ts';
import type { Defect } from '../faults/defects.ts';
import type { Database } from './database.ts';
import type { InstrumentReport } from '@rondo/engine/ports';
import { createPriceBoard, type Quote } from './quotes.ts';
import { createNetwork, type Life, type NetworkDeps } from './network.ts';

export type ProcessDeps = {
  readonly name: string;
  readonly keys: ReadonlyMap<string, AccountKeys>; // The key is the account id.
  readonly clock: VirtualClock;
  readonly wallOffsetMs: () => number; // The clock of the machine is fast by this number of milliseconds.
  readonly chance: SeededChance;
  readonly journal: Pick<MemoryJournal, 'connect'>;
  readonly network: NetworkDeps;
  readonly checks: CheckContext;
  readonly monitors: Monitors;
  readonly commandWatch: CommandWatch;
  readonly counts: Counts;
  readonly keyedHash: KeyedHash;
  readonly meters: LinkMeters;
  readonly log: Log;
  readonly defect: Defect | null;
  readonly epochs: Map<string, bigint>; // The value is the newest epoch of the account.
  /** The prices that the process gets directly. With null, its accounts read the prices through the client. */
  readonly quotes: ReadonlyMap<string, Quote> | null;
  readonly instruments: ReadonlyMap<string, InstrumentReport>;
  readonly repeatedSince: () => number | null;
  /** The database with faults. With null, the journal always responds. */
  readonly database: Database | null;
  /** Returns whether the exchange sends new prices now. */
  readonly hasPrices: () => boolean;
  readonly onEvent: (kind: string, ...texts: readonly string[]) => void;
  readonly onDeath: () => void;
};

export type EngineProcess = {
  readonly name: string;
  readonly engine: Engine;
  readonly isAlive: () => boolean;
  cutSockets(): void;
  /** Stops the process for a time. Its timers and the messages for it wait. */
  pause(forMs: number): void;
  /** Cuts the connection between the process and the exchange for a time. */
  isolate(forMs: number): void;
  /** Kills the process at the next such point, or when it does not come within the patience of the run. Without a point, one of `commonPoints` is selected at random. */
  doom(point?: Point): void;
  /** Returns the point at which the process was killed, or null while it is alive or when the point did not come. */
  diedAt(): Point | null;
};

/** An instant at which a process can be killed. `afterSignal` is the instant after the commit of a signal and before anything that follows from it. */
export type Point = Parameters<Life['atAwait']>[0];

const commonPoints = ['beforeSend', 'afterSend', 'beforeCommit', 'afterCommit'] as const satisfies readonly Point[];

const doomPatienceMs = 4_000;
/** In a long run, a process that ends at a commit of intents waits longer for this commit, because most of its bots rest. */
const commitPatienceMs = 5 * 60_000;

/** Starts the real engine and the real client with a network that has faults. */
export function startProcess(deps: ProcessDeps): EngineProcess {
  let doomedAt: Point | null = null;
  let diedAt: Point | null = null;
  const die = (point: Point | null): void => {
    if (!life.isAlive) return;
    life.isAlive = false;
    diedAt = point;
    count(deps.counts.faults, 'kill');
    if (point === 'afterCommit') count(deps.counts.goals, 'killBetweenCommitAndSend');
    if (point === 'afterSend') count(deps.counts.goals, 'killBetweenSendAndResponse');
    network.cutSockets();
    deps.onDeath();
  };
  let pausedUntil = 0;
  const whenAwake = (act: () => void): void => {
    if (!life.isAlive) return;
    const leftMs = pausedUntil - deps.clock.now();
    if (leftMs > 0) deps.clock.after(leftMs, () => whenAwake(act));
    else act();
  };
  const life: Life = {
    name: deps.name,
    isAlive: true,
    whenAwake,
    atAwait: (point) => {
      if (doomedAt === point) die(point);
    },
  };
  const network = createNetwork(deps.network, life);
  const clock = createSteadyClock({
    wall: () => deps.clock.now() + deps.wallOffsetMs(),
    monotonic: () => deps.clock.now(),
    after: (delayMs: number, run: () => void) => deps.clock.after(delayMs, () => whenAwake(run)),
  });
  const watched = watchJournal(deps, life);
  const faulty = deps.defect?.journal?.(watched, clock) ?? watched;
  const transport = deps.defect?.transport?.(network) ?? network;
  const site = {
    restOrigin: 'http://exchange.test',
    wsBase: 'ws://exchange.test/ws/v5',
    environment: 'sandbox',
  } as const;
  const common = { ...site, clock, log: deps.log, transport };
  // The exchange counts public requests per address, so all accounts of a process share one public client, as in the product.
  const market =
    deps.quotes === null
      ? createOkxPublic({ ...common, chance: deps.chance.fork(`${deps.name}/market`) })
      : createPriceBoard({
          quotes: deps.quotes,
          instruments: deps.instruments,
          repeatedSince: deps.repeatedSince,
          venueClock: deps.clock,
          clock,
          onPublish: (at) => deps.commandWatch.priced(deps.name, at),
          isReachable: () => network.isReachable() && deps.hasPrices(),
        });
  const exchangeFor = (accountId: string): Exchange => {
    const keys = deps.keys.get(accountId);
    if (keys === undefined) throw new Error(`The account ${accountId} has no keys.`);
    const { apiKey, secretKey, passphrase } = keys;
    const real = createOkxExchange({
      ...common,
      signer: localSigner({ apiKey, secretKey, passphrase }),
      brokerTag: 'simulated',
      chance: deps.chance.fork(`${deps.name}/${accountId}`),
      market,
      meter: deps.meters.meterOf(accountId),
    });
    return deps.defect?.exchange?.(real, clock) ?? real;
  };
  const engine = createEngine({
    clock,
    chance: deps.chance.fork(`${deps.name}/engine`),
    log: deps.log,
    journal: faulty,
    exchangeFor,
    clientIdKey: deps.keyedHash,
    checkpoints: { everyEvents: 16, checkedShare: 1 },
  });
  engine.start([...deps.keys.keys()]);
  return {
    name: deps.name,
    engine,
    isAlive: () => life.isAlive,
    diedAt: () => diedAt,
    cutSockets: () => network.cutSockets(),
    pause: (forMs) => {
      pausedUntil = deps.clock.now() + forMs;
    },
    isolate: (forMs) => network.goDown(forMs),
    doom(point) {
      doomedAt = point ?? deps.chance.pick<Point>(commonPoints);
      const isAtCommit = deps.database !== null && (doomedAt === 'beforeCommit' || doomedAt === 'afterCommit');
      deps.clock.after(isAtCommit ? commitPatienceMs : doomPatienceMs, () => die(null));
    },
  };
}

/** Returns the journal of one process. The journal checks the invariants of each write. It returns no result to a dead process. */
function watchJournal(deps: ProcessDeps, life: Life): Journal {
  const real = deps.journal.connect(deps.name);
  const alive = async <T>(run: () => Promise<T>): Promise<T> => {
    if (!life.isAlive) return never();
    const value = await run();
    return life.isAlive ? value : never();
  };
  const call = <T>(kind: 'read' | 'write', run: () => Promise<T>): Promise<T> =>
    deps.database === null
      ? alive(run)
      : alive(() => deps.database?.call(deps.name, kind, run) ?? run()).then(awake, fail);
  const awake = <T>(value: T): Promise<T> => new Promise((resolve) => life.whenAwake(() => resolve(value)));
  const fail = (cause: unknown): Promise<never> =>
    new Promise((_resolve, reject) =>
      life.whenAwake(() => reject(cause instanceof Error ? cause : new Error(String(cause)))),
    );
  return {
    acquire: (accountId, ttlMs) =>
      call('write', async () => {
        const taken = await real.acquire(accountId, ttlMs);
        if (taken !== null) deps.monitors.leaseTaken(accountId, deps.name);
        return taken;
      }),
    renew: (leases, ttlMs) => call('write', () => real.renew(leases, ttlMs)),
    release: (accountId, epoch) => call('write', () => real.release(accountId, epoch)),
    load: (accountId, options) => call('read', () => real.load(accountId, options)),
    readEvents: (botId, range) => call('read', () => real.readEvents(botId, range)),
    dropCheckpoints: (botId) => call('write', () => real.dropCheckpoints(botId)),
    knownClientIds: (accountId, clientIds) => call('read', () => real.knownClientIds(accountId, clientIds)),
    clientIdsOfOthers: (orders) => call('read', () => real.clientIdsOfOthers(orders)),
    commitIntents: (accountId, epoch, intents) => {
      const apiKey = deps.keys.get(accountId)?.apiKey ?? '';
      deps.commandWatch.committing({ process: deps.name, apiKey }, intents);
      return call('write', async () => {
        if (!beginCommit(deps, life, { accountId, intents })) return never();
        const outcome = await real.commitIntents(accountId, epoch, intents);
        if (outcome === 'committed') noteCommitted(deps, { accountId, epoch, intents });
        life.atAwait('afterCommit');
        return outcome;
      });
    },
    applyFacts: (batch) =>
      call('write', async () => {
        deps.onEvent('facts', batch.events.map(({ key }) => key).join(' '));
        const { accountId, commands } = batch;
        if (commands !== undefined && !beginCommit(deps, life, { accountId, intents: commands })) return never();
        const result = await real.applyFacts(batch);
        if (result.knownEvents.length > 0 || result.alteredEvent !== null) return result;
        checkFacts(deps.checks, batch);
        deps.commandWatch.stored(batch);
        noteFacts(deps.checks, batch, result.newFillIds);
        deps.monitors.stored(batch, result.newFillIds);
        for (const change of batch.intents) {
          if (change.state === 'unknown') count(deps.counts.goals, 'orderUnknown');
          if (change.evidence === 'proven absent') count(deps.counts.goals, 'provenNeverPlaced');
        }
        if (commands !== undefined && !result.isFenced)
          noteCommitted(deps, { accountId, epoch: batch.epoch, intents: commands });
        if (commands !== undefined) life.atAwait('afterCommit');
        if (batch.events.some(({ key }) => key.startsWith('command:signal'))) life.atAwait('afterSignal');
        return result;
      }),
  };
}

type Committing = { readonly accountId: string; readonly intents: readonly IntentRow[] };

/** Checks the intents of a transaction that is about to be committed. Returns false when the process ends at this moment. */
function beginCommit(deps: ProcessDeps, life: Life, { accountId, intents }: Committing): boolean {
  deps.onEvent('intents', intents.map(({ id }) => id).join(' '));
  life.atAwait('beforeCommit');
  if (!life.isAlive) return false;
  checkCommit(deps.checks, intents, deps.epochs.get(accountId) ?? 0n);
  return true;
}

function noteCommitted(
  deps: ProcessDeps,
  { accountId, epoch, intents }: Committing & { readonly epoch: bigint },
): void {
  noteCommit(deps.checks, intents);
  deps.monitors.committed(intents);
  if (epoch > (deps.epochs.get(accountId) ?? 0n)) deps.epochs.set(accountId, epoch);
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
