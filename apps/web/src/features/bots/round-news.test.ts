// Tests which ended rounds are told.
import { expect, test } from 'vitest';
import { checkRounds, toneOf } from './round-news.ts';

const ended = (round: number, netPnl: string) => ({
  created_at: '2026-01-01T00:00:00.000Z',
  type: 'PROFIT' as const,
  message: '',
  message_key: 'bots.log.roundCompleted' as const,
  parameters: { round: String(round), netPnl },
});
const bot = (...logs: ReturnType<typeof ended>[]) => ({ id: 'bot-1', title: 'ETH long', logs });

test('a round that ends while the page is open is told once, with its net result', () => {
  const first = checkRounds(new Map(), [bot(ended(1, '4.5'))]);
  expect(first.due).toEqual([]);
  const second = checkRounds(first.known, [bot(ended(2, '-3.25'), ended(1, '4.5'))]);
  expect(second.due).toEqual([{ name: 'ETH long', round: '2', net: '-3.25' }]);
  expect(checkRounds(second.known, [bot(ended(2, '-3.25'), ended(1, '4.5'))]).due).toEqual([]);
});

test('several rounds that ended between two calls are told oldest first, also after their older lines have left the log', () => {
  const { known } = checkRounds(new Map(), [bot(ended(3, '1'))]);
  const { due, known: next } = checkRounds(known, [bot(ended(5, '2'), ended(4, '3'))]);
  expect(due.map(({ round }) => round)).toEqual(['4', '5']);
  expect(checkRounds(next, [bot()]).known.get('bot-1')).toBe(5);
});

test('a round whose position was kept is not told, because its realised part is no result', () => {
  const left = ended(2, '34.37');
  const kept = { ...left, parameters: { ...left.parameters, reason: 'leave' } };
  const { known } = checkRounds(new Map(), [bot(ended(1, '4.5'))]);
  expect(checkRounds(known, [bot(kept, ended(1, '4.5'))]).due).toEqual([]);
});

test('a net result of zero is told neither as a profit nor as a loss', () => {
  expect(['0.01', '0', '0.00', '-0.01'].map(toneOf)).toEqual(['success', 'info', 'info', 'warning']);
});
