// The bot after the last price of a replayed span: the state of its last round, and the sums of all its rounds.
import { add, sumDecimals, type Decimal, type Ticks } from '@rondo/decimal';
import { netRealised, type BotState, type ExitStep, type Plan } from '@rondo/strategy';
import type { SimulatedFill } from '../walk/walked-bot.ts';
import type { Recorded, ReplayEnd } from './replay.ts';

/**
 * The last round of a span with its fills and the steps of its base exit, oldest first, and the sums of all rounds. Each round is simulated with a bot of its own, so
 * `state` counts only the last round. Money is exact USDT, and the instants are epoch ms.
 */
export type LastRound = {
  readonly state: BotState;
  readonly price: Ticks;
  /** The ladder of the round. A state whose round has ended has no ladder. */
  readonly plan: Plan;
  readonly end: ReplayEnd;
  readonly fills: readonly SimulatedFill[];
  readonly exits: readonly ExitStep[];
  /** The begin of the first round. */
  readonly from: number;
  /** The instant of the last price. */
  readonly to: number;
  /** The number of rounds, with the last round. */
  readonly rounds: number;
  readonly cycles: number;
  /** The net realised result of all rounds. */
  readonly realised: Decimal;
};

/** Returns the bot after the rounds `all`, of which `last` is the last one. */
export function lastRoundOf(all: readonly Recorded[], { made }: Recorded): LastRound {
  // A finished recording has a state, and a recording with a fill has a plan. The first round begins at a candle that exists.
  const { state, price } = made.last!;
  const [first] = all;
  const { candles, from } = first!.input;
  return {
    state,
    price,
    plan: made.plan!,
    end: made.end,
    fills: made.fills.map(({ fill }) => fill),
    exits: made.exits,
    from: candles[from]!.at,
    to: made.at,
    rounds: all.length,
    cycles: all.reduce((sum, each) => sum + each.made.cycles, 0),
    // The rounds before the last one have ended, so their results are realised.
    realised: add(sumDecimals(all.slice(0, -1).map((each) => each.made.net)), netRealised(state)),
  };
}
