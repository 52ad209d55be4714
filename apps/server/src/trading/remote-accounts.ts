// The accounts that another node trades: their pictures, which that node writes into the database, and the changes of their bots. With NATS, that node also
// publishes views of watched accounts. Without NATS, a change is seen within two seconds.
import { LRUCache } from 'lru-cache';
import type { Clock, Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import type { AccountHints, ReceivedView } from '../nodes/account-hints.ts';
import { readPicture, type AccountPicture } from './account-picture.ts';
import type { LiveChange } from './live-accounts.ts';

export interface RemoteAccountsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'accountStates' | 'bots'>;
  /** Returns whether this node trades the account. Nothing is read for an account of this node. */
  readonly isOwn: (accountId: string) => boolean;
  readonly hints: Pick<AccountHints, 'watch' | 'follow' | 'onWatchNeeded'>;
}

/** A picture and the time since the other node has written it. */
export interface SeenPicture {
  readonly picture: AccountPicture;
  readonly ageMs: number;
}

export interface RemoteAccounts {
  /** Returns the newest picture that `see` or `watch` has read. */
  picture(accountId: string): SeenPicture | null;
  /** Reads the pictures that are older than `freshPictureMs` or have no balance yet. Waits until their nodes have written newer ones, at most `pictureWaitMs`. */
  see(accountIds: readonly string[]): Promise<void>;
  /** Reads the stored pictures of the accounts of other nodes in one statement, without a wait. */
  glance(accountIds: readonly string[]): Promise<void>;
  /** Follows the views of the account and reads it each second until it is closed, and reports its changes. */
  watch(accountId: string): { close(): void };
  onChange(listener: (change: LiveChange) => void): { close(): void };
  /** Resolves with true when another node has done the command, or with false after `commandWaitMs`. */
  awaitCommand(commandId: string): Promise<boolean>;
  stop(): void;
}

interface Kept {
  readonly picture: AccountPicture;
  readonly text: string;
  readonly ageMs: number;
  readonly receivedAt: number;
  /** The epoch of the lease of the node that has written the picture. */
  readonly epoch: bigint;
  /** The number of the last view of this epoch, or null when no view was received. */
  readonly viewNumber: number | null;
}

/** An account that pages watch through this node. */
interface Watch {
  count: number;
  readonly views: { close(): void };
}

interface Remote extends RemoteAccountsDeps {
  readonly kept: LRUCache<string, Kept>;
  readonly watchedAt: LRUCache<string, number>;
  /** Accounts whose node did not write in time, with the time of the next wait for them. */
  readonly silentUntil: LRUCache<string, number>;
  readonly loading: Map<string, Promise<void>>;
  readonly watches: Map<string, Watch>;
  readonly botVersions: Map<string, string>;
  /** The accounts whose bots were read by the last poll. */
  readonly polled: Set<string>;
  readonly listeners: Set<(change: LiveChange) => void>;
}

/** Creates the view of the accounts of other nodes. It reads nothing until it is asked. */
export function createRemoteAccounts(deps: RemoteAccountsDeps): RemoteAccounts {
  const max = serverLimits.remoteAccounts;
  const remote: Remote = {
    ...deps,
    kept: new LRUCache({ max }),
    watchedAt: new LRUCache({ max }),
    silentUntil: new LRUCache({ max }),
    loading: new Map(),
    watches: new Map(),
    botVersions: new Map(),
    polled: new Set(),
    listeners: new Set(),
  };
  let schedules: readonly Schedule[] = [];
  const { clock, log, store, hints } = deps;
  const onError = (error: unknown): void => log.write('warn', 'accounts.unseen', { cause: causeOf(error) });
  const announce = (): void => hints.watch(othersOf(remote));
  hints.onWatchNeeded(announce);
  return {
    picture(accountId) {
      const kept = remote.kept.get(accountId);
      return kept === undefined ? null : { picture: kept.picture, ageMs: ageOf(remote, accountId) };
    },
    async see(accountIds) {
      const stale = accountIds.filter((accountId) => !deps.isOwn(accountId) && isStale(remote, accountId));
      if (stale.length > 0) await Promise.all(stale.map((accountId) => load(remote, accountId)));
    },
    async glance(accountIds) {
      const others = accountIds.filter((accountId) => !deps.isOwn(accountId));
      if (others.length > 0) await read(remote, others);
    },
    watch(accountId) {
      const watch = remote.watches.get(accountId) ?? startWatch(remote, accountId);
      watch.count += 1;
      if (schedules.length === 0) {
        schedules = [
          schedule(clock, { everyMs: serverLimits.remotePollMs, work: () => poll(remote), onError }),
          schedule(clock, { everyMs: serverLimits.watchRepeatMs, work: async () => announce(), onError }),
        ];
      }
      return { close: () => endWatch(remote, accountId) };
    },
    onChange(listener) {
      remote.listeners.add(listener);
      return { close: () => remote.listeners.delete(listener) };
    },
    async awaitCommand(commandId) {
      const until = clock.now() + serverLimits.commandWaitMs;
      while (!(await store.bots.isCommandDone(commandId))) {
        if (clock.now() >= until) return false;
        await pause(clock);
      }
      return true;
    },
    stop() {
      for (const each of schedules) void each.stop();
      for (const { views } of remote.watches.values()) views.close();
    },
  };
}

function ageOf({ kept, clock }: Remote, accountId: string): number {
  const known = kept.get(accountId);
  return known === undefined ? Number.POSITIVE_INFINITY : known.ageMs + clock.now() - known.receivedAt;
}

/** Returns whether the picture is old, was written for nobody, without figures, or was written by a new owner that has not read the balance yet. */
function isStale(remote: Remote, accountId: string): boolean {
  const picture = remote.kept.get(accountId)?.picture;
  if ((picture?.figures ?? null) === null || ageOf(remote, accountId) > serverLimits.freshPictureMs) return true;
  return picture?.balance === null && picture.link?.isKeyAccepted !== false;
}

/** Reads the account until its picture is fresh. Calls for one account share one wait. */
function load(remote: Remote, accountId: string): Promise<void> {
  const running = remote.loading.get(accountId);
  if (running !== undefined) return running;
  const work = waitForPicture(remote, accountId).finally(() => remote.loading.delete(accountId));
  remote.loading.set(accountId, work);
  return work;
}

async function waitForPicture(remote: Remote, accountId: string): Promise<void> {
  const { clock, silentUntil } = remote;
  await keepWatched(remote, [accountId]);
  await read(remote, [accountId]);
  // While no node writes, each call returns the last picture without a wait. Otherwise every call would wait in vain.
  if ((silentUntil.get(accountId) ?? 0) > clock.now()) return;
  const until = clock.now() + serverLimits.pictureWaitMs;
  while (isStale(remote, accountId) && !remote.isOwn(accountId)) {
    if (clock.now() >= until) return void silentUntil.set(accountId, clock.now() + serverLimits.silentNodeMs);
    await pause(clock);
    await read(remote, [accountId]);
  }
}

/** Asks the other nodes to write these accounts often. The request is repeated in the middle of its time. */
async function keepWatched({ clock, store, watchedAt }: Remote, accountIds: readonly string[]): Promise<void> {
  const now = clock.now();
  const due = accountIds.filter(
    (accountId) => now - (watchedAt.get(accountId) ?? Number.NEGATIVE_INFINITY) >= serverLimits.watchMs / 2,
  );
  if (due.length === 0) return;
  await store.accountStates.watch(due, serverLimits.watchMs);
  for (const accountId of due) watchedAt.set(accountId, now);
}

/** Reads the pictures in one statement. Returns the accounts whose picture has changed. */
async function read({ clock, store, kept }: Remote, accountIds: readonly string[]): Promise<readonly string[]> {
  const states = await store.accountStates.list(accountIds);
  const receivedAt = clock.now();
  return states.flatMap(({ accountId, epoch, picture: text, ageMs }) => {
    const known = kept.get(accountId);
    const viewNumber = known?.epoch === epoch ? known.viewNumber : null;
    // The row was written before the last view of the account, so the view is newer.
    if (known !== undefined && viewNumber !== null && receivedAt - ageMs <= known.receivedAt) return [];
    const isSame = known?.text === text;
    const picture = isSame ? known.picture : readPicture(text);
    kept.set(accountId, { picture, text, ageMs, receivedAt, epoch, viewNumber });
    return isSame ? [] : [accountId];
  });
}

/** Keeps the picture of a view, and reports the account and its changed bots. Views can arrive late or twice, so an older view is ignored. */
function receiveView(remote: Remote, { accountId, epoch, n, picture: text, botIds }: ReceivedView): void {
  const { clock, kept, isOwn } = remote;
  const known = kept.get(accountId);
  const isOld =
    known !== undefined && (epoch < known.epoch || (epoch === known.epoch && n <= (known.viewNumber ?? -1)));
  if (isOwn(accountId) || isOld) return;
  const picture = readPicture(text);
  kept.set(accountId, { picture, text, ageMs: 0, receivedAt: clock.now(), epoch, viewNumber: n });
  report(remote, { kind: 'account', accountId });
  for (const botId of botIds) report(remote, { kind: 'bot', botId, accountId });
}

/** Reads the watched accounts of other nodes, and reports the accounts and the bots that have changed. */
async function poll(remote: Remote): Promise<void> {
  const accountIds = othersOf(remote);
  const isIdle = accountIds.length === 0;
  if (!isIdle) await keepWatched(remote, accountIds);
  const changed = isIdle ? [] : await read(remote, accountIds);
  const versions = isIdle ? [] : await remote.store.bots.listVersions(accountIds);
  const { botVersions, polled } = remote;
  const bots = versions.filter((bot) => polled.has(bot.accountId) && botVersions.get(bot.botId) !== bot.version);
  botVersions.clear();
  for (const { botId, version } of versions) botVersions.set(botId, version);
  polled.clear();
  for (const accountId of accountIds) polled.add(accountId);
  for (const accountId of changed) report(remote, { kind: 'account', accountId });
  for (const { botId, accountId } of bots) report(remote, { kind: 'bot', botId, accountId });
}

function report({ listeners }: Remote, change: LiveChange): void {
  for (const listener of listeners) listener(change);
}

/** Returns the watched accounts that this node does not trade. */
function othersOf({ watches, isOwn }: Remote): readonly string[] {
  return [...watches.keys()].filter((accountId) => !isOwn(accountId));
}

function startWatch(remote: Remote, accountId: string): Watch {
  const views = remote.hints.follow(accountId, (view) => receiveView(remote, view));
  const watch = { count: 0, views };
  remote.watches.set(accountId, watch);
  if (!remote.isOwn(accountId)) remote.hints.watch([accountId]);
  return watch;
}

function endWatch({ watches }: Remote, accountId: string): void {
  const watch = watches.get(accountId);
  if (watch === undefined) return;
  watch.count -= 1;
  if (watch.count > 0) return;
  watch.views.close();
  watches.delete(accountId);
}

function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(serverLimits.remoteWaitMs, resolve));
}
