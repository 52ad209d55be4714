// Tests what a rule beside a bot would have changed: the rounds of the log, their spans, and the effect of the first firing.
import type { BotLogRow } from '@rondo/engine/ports';
import { expect, test } from 'vitest';
import { changesOf, roundsOf, spansOf } from './shadow-rounds.ts';

const minute = 60_000;
const at = (minutes: number): string => new Date(minutes * minute).toISOString();

/** `results` is the number of the round, and the result of a round that has ended. */
function line(messageKey: string, minutes: number, results: readonly [round: number, netPnl?: string]): BotLogRow {
  const [round, netPnl] = results;
  const parameters = { round: String(round), ...(netPnl === undefined ? {} : { netPnl }) };
  return { botId: 'bot', type: 'OTHER', messageKey, parameters, at: minutes * minute };
}

/** Three rounds: the second one ends with a liquidation, and the third one runs. */
const logs = [
  line('bots.log.roundOpened', 1, [1]),
  line('bots.log.roundCompleted', 60, [1, '4.5']),
  line('bots.log.roundOpened', 90, [2]),
  line('bots.log.liquidated', 120, [2, '-100']),
  line('bots.log.roundOpened', 121, [3]),
].toReversed();
const running = { createdAt: 0, endedAt: null };

test('the rounds of the log have their results, the newest first, and the newest one runs', () => {
  expect(roundsOf(logs)).toEqual([
    { round: 3, openedAt: 121 * minute, endedAt: null, netPnl: null },
    { round: 2, openedAt: 90 * minute, endedAt: 120 * minute, netPnl: '-100' },
    { round: 1, openedAt: minute, endedAt: 60 * minute, netPnl: '4.5' },
  ]);
});

test('a rule could have opened a round from the end of the round before until the end of the round', () => {
  const spans = spansOf(roundsOf(logs), running, 200 * minute);
  expect(spans).toEqual([
    { from: 120 * minute, to: 200 * minute + 1 },
    { from: 60 * minute, to: 120 * minute },
    { from: 0, to: 60 * minute },
  ]);
  // Without the end of the round before, the span begins at the opening.
  expect(spansOf(roundsOf(logs.slice(0, 3)), running, 200 * minute)[1]).toEqual({
    from: 90 * minute,
    to: 120 * minute,
  });
  expect(spansOf(roundsOf(logs), { createdAt: 0, endedAt: 150 * minute }, 200 * minute)[0]?.to).toBe(150 * minute);
});

test('a round opens at the same time, later or not at all, and the results of the rounds that are left out are added', () => {
  const rounds = roundsOf(logs);
  const would = (fired: readonly (number | null)[], bot: typeof running | { readonly endedAt: number } = running) => {
    const { rounds: changed, out_net_pnl: net } = changesOf(rounds, fired, bot);
    return [changed.map((each) => each.would), net];
  };
  expect(would([null, null, null])).toEqual([['waiting', 'out', 'out'], '-95.5']);
  expect(would([null, null, null], { endedAt: 150 * minute })[0]).toEqual(['out', 'out', 'out']);
  expect(would([180 * minute, 75 * minute, 30 * minute])).toEqual([['later', 'same', 'later'], '0']);
  expect(changesOf(rounds, [null, 75 * minute, null], running).rounds[1]).toEqual({
    round: 2,
    opened_at: at(90),
    ended_at: at(120),
    net_pnl: '-100',
    would: 'same',
    fired_at: at(75),
  });
});
