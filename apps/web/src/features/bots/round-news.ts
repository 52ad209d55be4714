// Returns the rounds of running bots that have ended since the last call, so that each of them is told once.
import type { BotWire } from '@rondo/contract';
import { decimal, signOf } from '@rondo/decimal';
import { isKeptReason } from '../history/kept.ts';

type LoggedBot = Pick<BotWire, 'id' | 'title' | 'logs'>;

/** A round that has ended without a kept position. `net` is its net result in USDT as decimal text. */
export type EndedRound = { readonly name: string; readonly round: string; readonly net: string };

export type RoundNews = {
  /** The highest round that has ended, for each bot; 0 when no round has ended. It is the input of the next call. */
  readonly known: ReadonlyMap<string, number>;
  /** The rounds that have ended since the last call, oldest first. */
  readonly due: readonly EndedRound[];
};

/** A bot that was not in the last call reports nothing, because its rounds ended before the page was opened. */
export const checkRounds = (known: ReadonlyMap<string, number>, bots: readonly LoggedBot[]): RoundNews => {
  const next = new Map<string, number>();
  const due: EndedRound[] = [];
  for (const bot of bots) {
    const before = known.get(bot.id);
    const ended = endedRoundsOf(bot);
    const newest = Math.max(before ?? 0, ...ended.map(({ round }) => Number(round)));
    next.set(bot.id, newest);
    if (before !== undefined) due.push(...ended.filter(({ round }) => Number(round) > before));
  }
  return { known: next, due };
};

function endedRoundsOf({ title, logs }: LoggedBot): readonly EndedRound[] {
  return logs
    .flatMap(({ message_key: key, parameters: { round, netPnl, reason } }) =>
      key === 'bots.log.roundCompleted' && round !== undefined && netPnl !== undefined && !isKeptReason(reason)
        ? [{ name: title, round, net: netPnl }]
        : [],
    )
    .toSorted((a, b) => Number(a.round) - Number(b.round));
}

/** Returns the tone in which a net result is told. Zero is neither a profit nor a loss. */
export const toneOf = (net: string): 'info' | 'warning' | 'success' => {
  const sign = signOf(decimal(net));
  if (sign === 0) return 'info';
  return sign < 0 ? 'warning' : 'success';
};
