// Sends each call of the memory journal also to a journal in PostgreSQL, in the same sequence, and compares the two results (decision 40).
import { formatDecimal, normalise, type Decimal } from '@rondo/decimal';
import type { AccountJournal, BotRow, Journal } from '@rondo/engine';
import type { Store } from '@rondo/store';
import type { MemoryJournal, VirtualClock } from '@rondo/testkit';
import type { JournalOf } from './world.ts';

export type Mirror = {
  readonly journalOf: JournalOf;
  /** Returns the number of compared results. `differences` has one text for each pair of different results. */
  readonly compared: () => number;
  readonly differences: readonly string[];
  /** Closes every connection. */
  close(): Promise<void>;
};

/**
 * Mirrors a run into the database that `open` connects to. This database must already contain the accounts and bots of the run. `addBot`
 * inserts a bot that is created during the run.
 */
export function createMirror(
  open: (node: string) => Promise<Store>,
  addBot: (row: BotRow) => Promise<void> = async () => undefined,
): Mirror {
  const differences: string[] = [];
  const stores = new Map<string, Promise<Store>>();
  const inOrder = createQueue();
  let compared = 0;
  let isClosed = false;
  const compare = (what: string, ours: unknown, theirs: unknown): void => {
    compared += 1;
    const [a, b] = [canonical(ours), canonical(theirs)];
    if (a !== b) differences.push(`${what}: ${difference(a, b)}`);
  };
  const close = async (node: string): Promise<void> => {
    const store = stores.get(node);
    stores.delete(node);
    await (await store)?.close();
  };
  return {
    journalOf: (memory, clock) => ({
      connect(node) {
        const store = open(node);
        stores.set(node, store);
        return mirrored({ memory: memory.connect(node), store, clock, compare, inOrder, isClosed: () => isClosed });
      },
      disconnect(node) {
        memory.disconnect(node);
        void clock.hold(inOrder(() => close(node)));
      },
      storeBot: (row) => void clock.hold(inOrder(() => addBot(row))),
      // A lease in PostgreSQL expires by the clock of the machine. A run takes less time on this clock, so a lease that lingers would not expire.
      mayLinger: false,
    }),
    compared: () => compared,
    differences,
    close: () =>
      inOrder(async () => {
        isClosed = true;
        await Promise.all([...stores.keys()].map(close));
      }),
  };
}

/**
 * Returns the journal of a run without PostgreSQL. Its calls return in the same sequence as the calls of a mirrored run, so
 * the two runs have equal hashes when both journals return equal results.
 */
export function createOrdered(): JournalOf {
  const inOrder = createQueue();
  const wait = async (): Promise<void> => undefined;
  return (memory, clock) => ({
    connect(node) {
      const alone = { store: null, compare: () => undefined, isClosed: () => true };
      return mirrored({ memory: memory.connect(node), clock, inOrder, ...alone });
    },
    disconnect(node) {
      memory.disconnect(node);
      void clock.hold(inOrder(wait));
    },
    storeBot: () => void clock.hold(inOrder(wait)),
    mayLinger: false,
  });
}

type Queue = <T>(work: () => Promise<T>) => Promise<T>;

// Returns a queue that executes one call at a time. The sequence of the results decides which message draws which fault, and
// PostgreSQL returns the results of two simultaneous calls in any sequence. All promises settle before a call returns its result.
function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(async () => {
      try {
        return await work();
      } finally {
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    last = result.catch(() => undefined);
    return result;
  };
}

/** In PostgreSQL the lease time is multiplied by this factor. PostgreSQL uses the clock of the machine, and on a busy machine one second of the virtual clock can take longer than one second of the machine. */
const patience = 100;
const noticeMs = 20;
const noticeAsks = 250;

type MirrorDeps = {
  readonly memory: ReturnType<MemoryJournal['connect']>;
  /** With null, the calls are not mirrored. */
  readonly store: Promise<Store> | null;
  readonly inOrder: Queue;
  readonly clock: VirtualClock;
  readonly compare: (what: string, ours: unknown, theirs: unknown) => void;
  /** Returns true after the end of the run. Later calls are not mirrored. */
  readonly isClosed: () => boolean;
};

function mirrored({ memory, store, clock, compare, inOrder, isClosed }: MirrorDeps): Journal {
  // The two journals can give different epochs to one account, so this map translates an epoch of the memory journal.
  const epochs = new Map<string, { readonly ours: bigint; readonly theirs: bigint }>();
  const theirsOf = (accountId: string, epoch: bigint): bigint => {
    const known = epochs.get(accountId);
    return known?.ours === epoch ? known.theirs : -1n;
  };
  const both = <T>(
    what: string,
    ours: () => Promise<T>,
    theirs: (journal: Journal, result: T) => Promise<T>,
  ): Promise<T> =>
    clock.hold(
      inOrder(async () => {
        const result = await ours();
        if (store !== null && !isClosed())
          compare(what, comparable(result), comparable(await theirs((await store).journal, result)));
        return result;
      }),
    );
  // A lease that has expired on the virtual clock still exists in PostgreSQL. The mirror therefore releases the lease in PostgreSQL before it sends the call to PostgreSQL.
  const releaseStored = (journal: Journal, accountId: string, epoch: bigint): Promise<void> =>
    journal.release(accountId, theirsOf(accountId, epoch));
  return {
    async acquire(accountId, ttlMs) {
      return clock.hold(
        inOrder(async () => {
          const ours = await memory.acquire(accountId, ttlMs);
          if (store === null || isClosed()) return ours;
          const { journal } = await store;
          const theirs = await retry(ours !== null, () => journal.acquire(accountId, ttlMs * patience));
          compare(`acquire ${accountId}`, ours !== null, theirs !== null);
          if (ours !== null && theirs !== null) epochs.set(accountId, { ours: ours.epoch, theirs: theirs.epoch });
          return ours;
        }),
      );
    },
    renew: (leases, ttlMs) =>
      both(
        `renew ${leases.map(({ accountId }) => accountId).join(' ')}`,
        () => memory.renew(leases, ttlMs),
        async (journal, renewed) => {
          for (const { accountId, epoch } of leases)
            if (!renewed.has(accountId)) await releaseStored(journal, accountId, epoch);
          const theirs = leases.map(({ accountId, epoch }) => ({ accountId, epoch: theirsOf(accountId, epoch) }));
          return journal.renew(theirs, ttlMs * patience);
        },
      ),
    release: (accountId, epoch) =>
      both(
        `release ${accountId}`,
        () => memory.release(accountId, epoch),
        (journal) => journal.release(accountId, theirsOf(accountId, epoch)),
      ),
    load: (accountId, options) =>
      both(
        `load ${accountId}`,
        () => memory.load(accountId, options),
        (journal) => journal.load(accountId, options),
      ),
    readEvents: (botId, range) =>
      both(
        `events of ${botId}`,
        () => memory.readEvents(botId, range),
        (journal) => journal.readEvents(botId, range),
      ),
    dropCheckpoints: (botId) =>
      both(
        `checkpoints of ${botId}`,
        () => memory.dropCheckpoints(botId),
        (journal) => journal.dropCheckpoints(botId),
      ),
    knownClientIds: (accountId, clientIds) =>
      both(
        `knownClientIds ${clientIds.join(' ')}`,
        () => memory.knownClientIds(accountId, clientIds),
        (journal) => journal.knownClientIds(accountId, clientIds),
      ),
    clientIdsOfOthers: (orders) =>
      both(
        `clientIdsOfOthers ${orders.map(({ clientId }) => clientId).join(' ')}`,
        () => memory.clientIdsOfOthers(orders),
        (journal) => journal.clientIdsOfOthers(orders),
      ),
    commitIntents: (accountId, epoch, intents) =>
      both(
        `intents ${intents.map((intent) => intent.id).join(' ')}`,
        () => memory.commitIntents(accountId, epoch, intents),
        async (journal, outcome) => {
          if (outcome === 'fenced') await releaseStored(journal, accountId, epoch);
          const own = theirsOf(accountId, epoch);
          return journal.commitIntents(
            accountId,
            own,
            intents.map((intent) => ({ ...intent, epoch: own })),
          );
        },
      ),
    applyFacts: (batch) =>
      both(
        `facts of ${batch.accountId}`,
        () => memory.applyFacts(batch),
        async (journal, { isFenced }) => {
          const { accountId, commands } = batch;
          const epoch = theirsOf(accountId, batch.epoch);
          if (commands === undefined) return journal.applyFacts({ ...batch, epoch });
          if (isFenced) await releaseStored(journal, accountId, batch.epoch);
          return journal.applyFacts({ ...batch, epoch, commands: commands.map((intent) => ({ ...intent, epoch })) });
        },
      ),
  };
}

// Repeats the call for at most five seconds, because PostgreSQL needs some time to detect that the connection of a dead node is closed.
async function retry<T>(isDue: boolean, ask: () => Promise<T | null>): Promise<T | null> {
  let result = await ask();
  for (let count = 0; isDue && result === null && count < noticeAsks; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, noticeMs));
    result = await ask();
  }
  return result;
}

// Returns the part of a result that must be equal in both journals. The epochs are removed. Rows that have no defined sequence are sorted.
function comparable(result: unknown): unknown {
  if (result instanceof Set) return [...result].map(String).toSorted((a, b) => (a < b ? -1 : 1));
  if (typeof result !== 'object' || result === null || !('openIntents' in result)) return result;
  const journal = result as AccountJournal; // Only `load` returns open intents.
  return {
    ...journal,
    epoch: null,
    bots: journal.bots.toSorted((a, b) => a.row.botNumber - b.row.botNumber),
    openIntents: journal.openIntents
      .map((intent) => ({ ...intent, epoch: null }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    reportedFills: journal.reportedFills.map((fill) => fill.fillId).toSorted(),
    cancelledClientIds: journal.cancelledClientIds.toSorted(),
    unappliedFills: journal.unappliedFills
      .toSorted((a, b) => (a.fillId < b.fillId ? -1 : 1))
      .map((fill) => fill.fillId),
    unreadableRows: journal.unreadableRows.map(({ rowKey }) => rowKey),
    outsideFills: journal.outsideFills.toSorted((a, b) => (a.fillId < b.fillId ? -1 : 1)).map((fill) => fill.fillId),
  };
}

/** Returns a text that is equal for equal values. The keys are sorted, and decimals have no trailing zeros. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'bigint') return `${each}n`;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    if ('units' in each && 'scale' in each) return formatDecimal(normalise(each as Decimal)); // Only a decimal has these two keys.
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

// Returns the first difference of two texts, with some characters before and after the difference.
function difference(ours: string, theirs: string): string {
  const length = Math.max(ours.length, theirs.length);
  let at = 0;
  while (at < length && ours[at] === theirs[at]) at += 1;
  const part = (text: string): string => text.slice(Math.max(0, at - 80), at + 200);
  return `memory …${part(ours)}… · postgres …${part(theirs)}…`;
}
