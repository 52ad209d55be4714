// Counts the listeners of other programs after the proof that no other copy runs. A copy of the memory of a machine that is resumed later makes no start, has the same mark and sends the same
// orders, so only its sockets show it. It raises an alarm and freezes nothing, because the owners of the accounts may have started other programs.
import type { Clock, Log } from '@rondo/engine/ports';
import { serverLimits } from '../../limits.ts';

export interface LaterListeners {
  /** Notes how many sockets of other programs listen to an account. */
  note(accountId: string, others: number): void;
  /** Returns the number of accounts with other listeners when these are at least half of the counted accounts, and 0 otherwise. */
  count(): number;
}

export interface LaterListenersDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** The accounts to which other programs of their owners listen, by the word of the operator. */
  readonly sharedAccounts: readonly string[];
}

/** What the counts of listeners have shown about an account. */
export type Seen =
  | { readonly kind: 'alone' }
  | { readonly kind: 'shared' }
  /** The first count contains a dead socket of this server for some time, so the account is counted again. */
  | { readonly kind: 'suspect'; readonly at: number };

/** Returns counts without an account. */
export function createLaterListeners({ clock, log, sharedAccounts }: LaterListenersDeps): LaterListeners {
  const seen = new Map<string, Seen>();
  let isAlarmed = false;
  const count = (): number => {
    const shared = [...seen.values()].filter(({ kind }) => kind === 'shared').length;
    return shared * 2 >= seen.size ? shared : 0;
  };
  return {
    note(accountId, others) {
      if (sharedAccounts.includes(accountId)) return;
      seen.set(accountId, seenAfter(seen.get(accountId), others, clock.now()));
      const accounts = count();
      if (accounts > 0 && !isAlarmed) log.write('error', 'instance.laterListeners', { accounts, accountId });
      isAlarmed = accounts > 0;
    },
    count,
  };
}

function seenAfter(before: Seen | undefined, others: number, now: number): Seen {
  if (others === 0) return { kind: 'alone' };
  if (before === undefined || before.kind === 'alone') return { kind: 'suspect', at: now };
  if (before.kind === 'shared') return before;
  return now - before.at >= serverLimits.copyRecountMs ? { kind: 'shared' } : before;
}
