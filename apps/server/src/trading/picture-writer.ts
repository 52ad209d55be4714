// Writes the pictures of the accounts of this node for the other nodes: each second for a watched account, and otherwise twice a minute.
import type { Engine } from '@rondo/engine';
import type { Clock } from '@rondo/engine/ports';
import type { AccountStates, NewAccountState } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import type { LinkMeters } from '../link-health/link-meters.ts';
import { pictureText } from './account-picture.ts';

export interface PictureWriterDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly engine: Pick<Engine, 'accountSnapshot'>;
  readonly states: Pick<AccountStates, 'write'>;
  readonly meters: Pick<LinkMeters, 'now' | 'figures'>;
}

/** Writes the due pictures of these accounts in one statement. */
export type PictureWriter = (accountIds: readonly string[], watched: ReadonlySet<string>) => Promise<void>;

/** Creates the writer. An account that was just taken over is written immediately. */
export function createPictureWriter({ clock, engine, states, meters }: PictureWriterDeps): PictureWriter {
  let writtenAt: ReadonlyMap<string, number> = new Map();
  return async (accountIds, watched) => {
    const now = clock.now();
    const next = new Map<string, number>();
    const due: NewAccountState[] = [];
    for (const accountId of accountIds) {
      const last = writtenAt.get(accountId) ?? null;
      const isWatched = watched.has(accountId);
      const isDue = isWatched || last === null || now - last >= serverLimits.unwatchedPictureMs;
      const snapshot = isDue ? engine.accountSnapshot(accountId) : null;
      if (snapshot !== null) {
        due.push({
          accountId,
          epoch: snapshot.epoch,
          picture: pictureText(accountId, snapshot, { meters, isWatched }),
        });
        next.set(accountId, now);
      } else if (last !== null) next.set(accountId, last);
    }
    await states.write(due);
    writtenAt = next;
  };
}
