// Hand-written parser of the replayed rounds of the landing page.
import { flag, listOf, number, oneOf, orNull, record, text, type Parsed } from '../../lib/parsers.ts';
import type { ReplayRound } from '../replay/replay-model.ts';

/** The largest lengths of lists that the parser accepts. The server returns shorter lists. */
const most = 500;
const kinds = ['entry', 'cycle', 'exit', 'stop', 'liquidation', 'close'] as const;

const points = listOf(record({ at: number, price: text(1) }), most);

const parseRound = record({
  symbol: text(1),
  end: oneOf('exit', 'stop', 'liquidation', 'open'),
  net: text(1),
  lowest: text(1),
  fees: text(1),
  cycles: number,
  nearest: orNull(number),
  bracket: record({ better: text(1), worse: text(1) }),
  from: number,
  to: number,
  levels: listOf(record({ step: number, price: text(1), cyclic: flag }), most),
  prices: points,
  fills: listOf(
    record({ at: number, price: text(1), kind: oneOf(...kinds), step: number, net: orNull(text(1)) }),
    most,
  ),
  exits: points,
  liquidations: listOf(record({ at: number, price: orNull(text(1)) }), most),
}) satisfies (value: unknown) => ReplayRound | undefined;

export const parseReplays = record({
  settings: record({
    budget: text(1),
    leverage: number,
    martin_steps: number,
    cycle_steps: number,
    defense_percent: number,
    take_profit: number,
  }),
  days: number,
  finished: orNull(parseRound),
  fall: orNull(parseRound),
  fall_percent: number,
});
export type Replays = Parsed<typeof parseReplays>;
