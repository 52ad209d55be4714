// The replay of one round of a bot that has traded for years: the bot is simulated up to this round, so its budget and its opening price are exact.
import { minDecimal } from '@rondo/decimal';
import { feesPaid, netRealised, type Fact } from '@rondo/strategy';
import { intervalOf } from '../candles/candle-gaps.ts';
import type { CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { signalsOf, walkTouched } from '../walk/walk.ts';
import { makeWalkedBot, type WalkedBot } from '../walk/walked-bot.ts';
import {
  drawnRound,
  finish,
  instantOn,
  note,
  noteLevels,
  notePrice,
  startRecording,
  type Leg,
  type Recording,
  type Replay,
} from './replay.ts';

/** A replay without the results under the other path rules, because under another rule a bot has other rounds. */
export type RoundReplay = Omit<Replay, 'bracket'>;

const corners = 4;

/** Simulates the bot until its round with this number (from 1) has ended or no candle is left. Returns null when the bot has no such round. */
export function replayRound(candles: CandleColumns, config: BacktestConfig, round: number): RoundReplay | null {
  const made = startRecording(0);
  const quarterMs = intervalOf(candles) / corners;
  let leg: Leg = { at: 0, price: 0n, target: 0n, lastsMs: 0 };
  let end: Fact | null = null;
  const isInRound = (): boolean => made.fills.length > 0 && end === null;
  const now = (): number => instantOn(leg, bot.walked);
  const bot: WalkedBot = makeWalkedBot(
    config,
    {
      onFill(fill, state) {
        if (fill.round !== round) return;
        if (made.fills.length === 0) {
          made.before = { net: netRealised(state), fees: feesPaid(state) };
          made.prices.push({ at: now(), price: bot.walked });
        }
        made.fills.push({ fill: { ...fill, at: now() }, net: null });
      },
      onFact(fact) {
        if (!isInRound()) return;
        note(made, fact);
        if (fact.kind !== 'roundCompleted' && fact.kind !== 'liquidated') return;
        end = fact;
        made.at = now();
        made.prices.push({ at: made.at, price: bot.walked });
      },
      onLevels() {
        if (isInRound()) noteLevels(made, bot, now());
      },
      watch: {
        seesAll: isInRound,
        isDone: () => end !== null,
        onLeg(_bot, corner, target) {
          leg = { at: bot.at + corner * quarterMs, price: bot.walked, target, lastsMs: quarterMs };
        },
        onPrice() {
          if (isInRound()) notePrice(made, bot, now());
        },
      },
    },
    signalsOf(candles, config),
  );
  walkTouched(bot, candles, []);
  const [first] = made.fills;
  if (first === undefined) return null;
  finish(made, bot);
  // The bot can have opened the next round in the same candle.
  if (end !== null) bookEnd(made, end);
  return drawnRound(config, made, first.fill.at);
}

function bookEnd(made: Recording, end: Fact): void {
  if (end.kind === 'roundCompleted') {
    made.net = end.netPnl;
    made.fees = end.fees;
  }
  made.lowest = minDecimal(made.lowest, made.net);
}
