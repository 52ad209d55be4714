// Ends the trading of a running server when its installation freezes, and shows the state of the installation in the metrics (decision 56).
import { healthReason, type HealthReason } from '@rondo/contract';
import type { Clock, Log } from '@rondo/engine/ports';
import { schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import type { Store } from '@rondo/store';
import type { Trading } from '../trading/create-trading.ts';
import type { EngineAccounts } from '../trading/engine-accounts.ts';
import type { Installation } from './installation.ts';
import { causeOf } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { ShutdownStep } from './shutdown.ts';

export interface FreezeFollowerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly installation: Installation;
  readonly trading: {
    readonly live: Pick<Trading['live'], 'freeze'>;
    readonly link: { readonly tokens: Pick<Trading['link']['tokens'], 'stop'> };
  };
  /** True when other servers use the database. The freeze that they have stored is then read. */
  readonly isShared: boolean;
  readonly commits: Store['commits'];
}

/** Ends the trading of this server when this server or another server of the database has frozen the installation. Returns the step that ends the work. */
export function followFreeze(deps: FreezeFollowerDeps): ShutdownStep {
  const { clock, log, installation } = deps;
  const { live, link } = deps.trading;
  installation.onFreeze(() => {
    link.tokens.stop();
    live.freeze().catch((error: unknown) => log.write('error', 'instance.notEnded', { cause: causeOf(error) }));
  });
  const isPolled = deps.isShared && installation.frozen() === null;
  const onError = (error: unknown): void => log.write('warn', 'instance.unread', { cause: causeOf(error) });
  const work = async (): Promise<void> => {
    const accountIds = await deps.commits.listLost();
    if (accountIds.length > 0) await installation.freeze({ reason: 'commits', accountIds });
    await installation.follow();
  };
  const poll = isPolled ? schedule(clock, { everyMs: serverLimits.freezePollMs, work, onError }) : null;
  return {
    name: 'freeze',
    async close() {
      installation.watch.stop();
      await poll?.stop();
    },
  };
}

/** Adds the gauges of the installation to the metrics. */
export function addInstallationGauges(
  metrics: Metrics,
  { frozen, watch }: Installation,
  live: Pick<EngineAccounts, 'copyOrders'>,
): void {
  metrics.gauge('rondo_installation_frozen', () => (frozen() === null ? 0 : 1));
  metrics.gauge('rondo_accounts_with_other_listeners', () => watch.suspects());
  metrics.gauge('rondo_accounts_with_later_listeners', () => watch.laterListeners());
  metrics.gauge('rondo_copy_orders', () => live.copyOrders());
}

/** Returns what shows that another copy of the installation runs while this one trades. */
export function copyReasons(
  { watch }: Installation,
  live: Pick<EngineAccounts, 'copyOrders'>,
): readonly HealthReason[] {
  const [orders, listeners] = [live.copyOrders(), watch.laterListeners()];
  return [
    ...(orders === 0 ? [] : [healthReason('copy_orders', { count: orders })]),
    ...(listeners === 0 ? [] : [healthReason('later_listeners', { count: listeners })]),
  ];
}
