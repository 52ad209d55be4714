// The presence of this node among the nodes of one database: it hands its accounts over before it ends, and its readiness shows that it does so.
import { healthReason, type HealthReason } from '@rondo/contract';
import type { Engine } from '@rondo/engine';
import type { Clock, Log } from '@rondo/engine/ports';
import type { StoredNodes } from '@rondo/store';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { withTimeout } from '../async/with-timeout.ts';
import type { ServerRole } from '../env.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';

export interface PresenceDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly role: ServerRole;
  /** True when other nodes may use the database. */
  readonly isShared: boolean;
  readonly nodes: Pick<StoredNodes, 'beat'>;
  readonly engine: Pick<Engine, 'drain' | 'share'>;
}

export interface Presence {
  /** Returns why a balancer must send no request to this node, or null. */
  problem(): HealthReason | null;
  /**
   * Hands the accounts over to other nodes, for at most `drainMs`. From the beginning of this call the node is not ready. When somebody has asked for the state a short
   * time ago, the call takes at least `leaveMs`, so that a balancer sends the requests of people to other nodes before the port is closed. Never rejects.
   */
  end(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the presence. The engine reports a node that trades. A node of people reports itself here, because it has no running engine. */
export function createPresence({ clock, log, role, isShared, nodes, engine }: PresenceDeps): Presence {
  let isClosing = false;
  let isAsked = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let beats: Schedule | null = null;
  const leave = (): Promise<void> =>
    new Promise((resolve) => {
      const isAwaited = isShared && role !== 'engine' && clock.now() - askedAt <= serverLimits.balancerAsksMs;
      if (isAwaited) clock.after(serverLimits.leaveMs, resolve);
      else resolve();
    });
  const drain = async (): Promise<void> => {
    if (isShared && role !== 'api') await withTimeout(clock, engine.drain(), serverLimits.drainMs);
  };
  if (isShared && role === 'api') {
    beats = schedule(clock, {
      everyMs: serverLimits.apiBeatMs,
      async work() {
        const { isDraining } = await nodes.beat({ load: 0, isDraining: isClosing, ttlMs: serverLimits.apiTtlMs });
        isAsked = isDraining;
      },
      onError: (error) => log.write('warn', 'nodes.unseen', { cause: causeOf(error) }),
    });
  }
  return {
    problem() {
      askedAt = clock.now();
      if (isClosing) return healthReason('ending');
      return isAsked || engine.share().isDraining ? healthReason('draining') : null;
    },
    async end() {
      isClosing = true;
      await Promise.all([drain(), leave()]);
    },
    stop: async () => beats?.stop(),
  };
}
