// What the rule beside a bot would have changed: for each round, the time at which the rule first fired since the end of the round before.
import { decimal, formatDecimal, sumDecimals } from '@rondo/decimal';
import type { BotShadow } from '@rondo/contract';
import type { BotLogKey } from '@rondo/engine';
import type { BotLogRow } from '@rondo/engine/ports';
import type { BotRecord, SignalReadings, Store, StoredReading } from '@rondo/store';
import { isoTime } from '../bots/bot-response.ts';
import { serverLimits } from '../limits.ts';

/** A round of the log. Times are in epoch ms, and `netPnl` is a decimal text in USDT. Both are null while the round runs. */
export interface LoggedRound {
  readonly round: number;
  readonly openedAt: number;
  readonly endedAt: number | null;
  readonly netPnl: string | null;
}

const keys: readonly BotLogKey[] = ['bots.log.roundOpened', 'bots.log.roundCompleted', 'bots.log.liquidated'];

/** Returns what the rule would have changed in the newest rounds of the bot. */
export async function shadowOf(
  { bots, signalReadings }: Pick<Store, 'bots' | 'signalReadings'>,
  bot: BotRecord,
  of: Pick<StoredReading, 'ruleKey' | 'bar'> & { readonly now: number },
): Promise<BotShadow> {
  const { shadowRounds } = serverLimits;
  const logs = await bots.logsOf(bot.id, keys, 2 * shadowRounds);
  const rounds = roundsOf(logs).slice(0, shadowRounds);
  const spans = spansOf(rounds, bot, of.now);
  return changesOf(rounds, await firings(signalReadings, { ...of, instrumentId: bot.instrumentId }, spans), bot);
}

async function firings(
  readings: Pick<SignalReadings, 'firstFirings'>,
  of: Parameters<SignalReadings['firstFirings']>[0],
  spans: Parameters<SignalReadings['firstFirings']>[1],
): Promise<readonly (number | null)[]> {
  return spans.length === 0 ? [] : readings.firstFirings(of, spans);
}

/** Returns the rounds of the lines, the newest first. The lines are in the sequence of time, the newest first. */
export function roundsOf(logs: readonly BotLogRow[]): readonly LoggedRound[] {
  const rounds = new Map<number, LoggedRound>();
  for (const { messageKey, parameters, at } of logs.toReversed()) {
    const round = Number(parameters['round']);
    const known = rounds.get(round);
    if (messageKey === 'bots.log.roundOpened')
      rounds.set(round, known ?? { round, openedAt: at, endedAt: null, netPnl: null });
    else if (known !== undefined) rounds.set(round, { ...known, endedAt: at, netPnl: parameters['netPnl'] ?? null });
  }
  return [...rounds.values()].toReversed();
}

/** Returns for each round the span in which a bot with the rule could have opened it: from the end of the round before until the end of the round. */
export function spansOf(
  rounds: readonly LoggedRound[],
  { createdAt, endedAt }: Pick<BotRecord, 'createdAt' | 'endedAt'>,
  now: number,
): readonly { readonly from: number; readonly to: number }[] {
  return rounds.map(({ round, openedAt, endedAt: roundEndedAt }, place) => {
    const before = rounds[place + 1];
    const from = before === undefined ? (round === 1 ? createdAt : openedAt) : (before.endedAt ?? openedAt);
    return { from, to: roundEndedAt ?? endedAt ?? now + 1 };
  });
}

/** Returns what the rule would have changed. `fired` has the first firing within the span of each round, or null. */
export function changesOf(
  rounds: readonly LoggedRound[],
  fired: readonly (number | null)[],
  { endedAt }: Pick<BotRecord, 'endedAt'>,
): BotShadow {
  const changed = rounds.map((round, place) => {
    const firedAt = fired[place] ?? null;
    const isRunning = round.endedAt === null && endedAt === null;
    const would = wouldOf(round, firedAt, isRunning);
    return {
      round: round.round,
      opened_at: isoTime(round.openedAt),
      ended_at: round.endedAt === null ? null : isoTime(round.endedAt),
      net_pnl: round.netPnl,
      would,
      fired_at: firedAt === null ? null : isoTime(firedAt),
    };
  });
  const out = changed.flatMap(({ would, net_pnl: net }) => (would === 'out' && net !== null ? [decimal(net)] : []));
  return { rounds: changed, out_net_pnl: formatDecimal(sumDecimals(out)) };
}

function wouldOf(
  { openedAt }: LoggedRound,
  firedAt: number | null,
  isRunning: boolean,
): BotShadow['rounds'][number]['would'] {
  if (firedAt === null) return isRunning ? 'waiting' : 'out';
  return firedAt <= openedAt ? 'same' : 'later';
}
