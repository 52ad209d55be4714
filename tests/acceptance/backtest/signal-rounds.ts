// The rounds of a bot that waits for signals: as its journal has them, and as a back-test opens them. `simulate` also runs in a browser.
import { fillRowsOf, parseCandles, runBacktest, type EntryRules } from '@rondo/backtest';
import { decodeEvent, decode, encodeState, newBot, step, type BotConfig, type BotState } from '@rondo/strategy';
import { oneTickSpread, type FillLine } from './expected-fills.ts';

/** The input of a back-test as texts and plain values. `config` is the stored configuration of the bot, and `candles` a file of candles. */
export type SimulatedBot = { readonly candles: string; readonly config: string; readonly entry: EntryRules };

/** The fills of a back-test with the opening time of their candle, in epoch ms. */
export type SimulatedFills = readonly (FillLine & { readonly at: number })[];

/** Returns the fills of the back-test. */
export function simulate(
  { candles, config, entry }: SimulatedBot,
  engine?: 'reducer' | 'scan' | 'indexed',
): SimulatedFills {
  const bot = readConfig(config);
  const parsed = parseCandles(candles, bot.instrument.tickSz);
  if (!parsed.ok) throw new Error(`line ${parsed.refusal.line}: ${parsed.refusal.reason}`);
  const backtest = { bot, fill: 'through', path: 'byClose', slippage: oneTickSpread, entry } as const;
  const { fills } = runBacktest(parsed.columns, backtest, engine === undefined ? {} : { engine });
  return fillRowsOf(parsed.columns, backtest, fills).map(({ ts, ...fill }) => ({ ...fill, at: ts }));
}

/** Returns the stored configuration of a bot. */
export function readConfig(text: string): BotConfig {
  return decode(JSON.parse(text)) as BotConfig; // The server wrote this text with `encode`.
}

/** A round that a signal opened. `closedAt` is the time of the signal in epoch ms. */
export type OpenedRound = { readonly round: number; readonly closedAt: number; readonly ruleKey: string };

/** Folds the events of a bot without anything else. Returns the text of the last state, and the rounds that signals opened. */
export function foldJournal(
  config: string,
  events: readonly string[],
): { readonly state: string; readonly opened: readonly OpenedRound[] } {
  let state: BotState = newBot(readConfig(config));
  const opened: OpenedRound[] = [];
  for (const text of events) {
    const event = decodeEvent(JSON.parse(text));
    const before = state.round?.round;
    state = step(state, event).state;
    const { round } = state;
    if (event.kind !== 'signal' || event.source === undefined || round === null || round.round === before) continue;
    opened.push({ round: round.round, closedAt: event.source.closedAt, ruleKey: event.source.ruleKey });
  }
  return { state: JSON.stringify(encodeState(state)), opened };
}
