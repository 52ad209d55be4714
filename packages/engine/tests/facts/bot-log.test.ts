// Tests of the type of a log line about a result: only a positive result is a profit.
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { openActorWorld } from '../actor-world.ts';
import { logsOf } from '../../src/facts/bot-log.ts';

const now = 1_000_000;

test.each([
  ['0.01', 'PROFIT'],
  ['-0.01', 'LOSS'],
  ['0', 'OTHER'],
])('the line of a round and of a cycle with the net result %s has the type %s', (net, type) => {
  const { bot } = openActorWorld(now);
  const netPnl = decimal(net);
  const none = decimal('0');
  const lines = logsOf(
    bot,
    [
      { kind: 'cycleCompleted', round: 1, step: 1, cycle: 1, netPnl, credit: none },
      { kind: 'roundCompleted', round: 1, reason: 'stop', netPnl, realised: none, fees: none, funding: none },
    ],
    now,
  );
  expect(lines.map((line) => line.type)).toEqual([type, type]);
});

test.each(['5', '-5'])(
  'the line of a round whose position was kept, with the realised part %s, is neither a profit nor a loss',
  (net) => {
    const { bot } = openActorWorld(now);
    const none = decimal('0');
    const amounts = { netPnl: decimal(net), realised: none, fees: none, funding: none };
    const lines = logsOf(bot, [{ kind: 'roundCompleted', round: 1, reason: 'leave', ...amounts }], now);
    expect(lines).toMatchObject([{ type: 'OTHER', parameters: { reason: 'leave', netPnl: net } }]);
  },
);
