// Publishes the views of the accounts of this node that somebody watches through another node: soon after each change, and each second.
import { maxChangedBots } from '@rondo/bus';
import type { Engine } from '@rondo/engine';
import type { Clock, Log } from '@rondo/engine/ports';
import { LRUCache } from 'lru-cache';
import { schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import type { LinkFigures, LinkMeters } from '../link-health/link-meters.ts';
import { causeOf } from '../ops/log.ts';
import { pictureText } from '../trading/account-picture.ts';
import type { AccountHints } from './account-hints.ts';

export interface ViewPublisherDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly engine: Pick<Engine, 'accountSnapshot' | 'onChange'>;
  readonly meters: Pick<LinkMeters, 'now' | 'figures'>;
  readonly hints: Pick<AccountHints, 'askViewers' | 'onConnected' | 'onWatch' | 'publishView'>;
}

/** An account that somebody watches through another node. */
interface Watched {
  until: number;
  publishedAt: number;
  readonly changedBots: Set<string>;
  next: { cancel(): void } | null;
  /** The figures of the link, by the length of the period. They are computed once a second and not for each change. */
  figures: Map<number, LinkFigures>;
}

/** Starts the publisher. It publishes nothing while nobody watches an account of this node. */
export function startViewPublisher(deps: ViewPublisherDeps): { stop(): void } {
  const { clock, log, engine, hints } = deps;
  const watched = new LRUCache<string, Watched>({ max: serverLimits.remoteAccounts });
  const onError = (error: unknown): void => log.write('warn', 'views.failed', { cause: causeOf(error) });
  const publishSoon = (accountId: string, account: Watched): void => {
    const delayMs = Math.max(0, account.publishedAt + serverLimits.viewGapMs - clock.now());
    account.next ??= clock.after(delayMs, () => {
      try {
        publish(deps, accountId, account);
      } catch (error) {
        onError(error);
      }
    });
  };
  hints.onWatch((accountIds) => {
    for (const accountId of accountIds) {
      const known = watched.get(accountId);
      const until = clock.now() + serverLimits.watchMs;
      if (known !== undefined) known.until = until;
      else {
        const account = { until, publishedAt: 0, changedBots: new Set<string>(), next: null, figures: new Map() };
        watched.set(accountId, account);
        publishSoon(accountId, account);
      }
    }
  });
  // The connection can be older than this publisher.
  hints.askViewers();
  hints.onConnected(() => hints.askViewers());
  const close = engine.onChange(({ accountId, botIds }) => {
    const account = watched.get(accountId);
    if (account === undefined) return;
    for (const botId of botIds) account.changedBots.add(botId);
    publishSoon(accountId, account);
  });
  const ticks = schedule(clock, {
    everyMs: serverLimits.viewEveryMs,
    work: async () => {
      for (const [accountId, account] of watched.entries()) {
        account.figures.clear();
        if (account.until <= clock.now()) watched.delete(accountId);
        else publishSoon(accountId, account);
      }
    },
    onError,
  });
  return {
    stop() {
      close();
      void ticks.stop();
      for (const account of watched.values()) account.next?.cancel();
    },
  };
}

function publish({ clock, engine, meters, hints }: ViewPublisherDeps, accountId: string, account: Watched): void {
  account.next = null;
  account.publishedAt = clock.now();
  const botIds = [...account.changedBots].slice(0, maxChangedBots);
  account.changedBots.clear();
  const snapshot = engine.accountSnapshot(accountId);
  if (snapshot?.isLeaseHeld !== true) return;
  const { figures: known } = account;
  const figures = (id: string, periodMs: number): LinkFigures => {
    const value = known.get(periodMs) ?? meters.figures(id, periodMs);
    known.set(periodMs, value);
    return value;
  };
  const picture = pictureText(accountId, snapshot, { meters: { now: meters.now, figures }, isWatched: true });
  // The other nodes read a larger picture in the database.
  if (Buffer.byteLength(picture) > serverLimits.viewBytes) return;
  hints.publishView({ accountId, epoch: snapshot.epoch, picture, botIds });
}
