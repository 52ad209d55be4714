// What the scenarios with scripts share: conditions without faults on a price that does not move, and a check of the first bot at an instant.
import { isLive } from '../checks/truth.ts';
import type { CheckedBot } from '../checks/roster.ts';
import { calm, type Swarm } from '../faults/swarm.ts';
import { processOf } from '../world/machines.ts';
import type { UserCommand } from '@rondo/engine';
import type { World } from '../world/world.ts';

/** The price does not move, so the first step fills at the beginning and no other order fills. */
export const stillMarket: Partial<Swarm> = {
  ...calm,
  killMs: 0,
  jumpMs: 0,
  userActMs: 0,
  handTradeMs: 0,
  botCount: 2,
  purse: 'ample',
  hasFunding: false,
  martinSteps: 4,
  cyclicSteps: 2,
  stepDistancePercent: '0.3',
  takeProfitPercent: '0.3',
  stopLoss: null,
  maxMarketSz: null,
  volatility: 0,
  stopAfterMs: null,
  setsLast: false,
  chaosMs: 130_000,
};

/** Returns the first bot of a run. */
export function firstBotOf({ checks }: World): CheckedBot {
  const [bot] = checks.roster.all;
  if (bot === undefined) throw new Error('The run has no bot.');
  return bot;
}

/** Returns the number of live orders on each side of the market of a bot. */
export function liveSides({ market }: CheckedBot): { readonly buy: number; readonly sell: number } {
  const live = [...market.orders.values()].filter(isLive);
  const on = (side: string): number => live.filter((order) => order.side === side).length;
  return { buy: on('buy'), sell: on('sell') };
}

/** Sends a command to a bot at an instant, and calls `onResult` with the result. The history of commands does not contain it. */
export function commandAt(
  world: World,
  { atMs, command }: { readonly atMs: number; readonly command: UserCommand },
  onResult: (result: string) => void = () => undefined,
): void {
  const { accountId, botId } = firstBotOf(world);
  world.clock.after(atMs, () => {
    const message = { kind: 'userCommand', accountId, botId, command, commandId: null } as const;
    processOf(world, accountId)
      ?.engine.dispatch(message)
      .then(onResult, () => onResult('error'));
  });
}

/** Reports a violation of L01 at an instant when one of the statements is false. */
export function expectAt(world: World, atMs: number, statements: Readonly<Record<string, () => boolean>>): void {
  world.clock.after(atMs, () => {
    for (const [statement, holds] of Object.entries(statements))
      if (!holds())
        world.checks.report({ invariant: 'L01', at: world.checks.now(), text: `It is false that ${statement}.` });
  });
}
