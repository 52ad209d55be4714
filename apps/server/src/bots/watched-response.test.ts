// Tests that one unreadable bot does not hide the other bots of its owner, and that only changed bots are built again.
import { decimal } from '@rondo/decimal';
import { encode } from '@rondo/strategy';
import { botConfig } from '@rondo/testkit';
import type { BotRecord, WatchedBot } from '@rondo/store';
import { expect, test } from 'vitest';
import { createWatchedResponse } from './watched-response.ts';

const plan = { steps: [] };
const planSummary = JSON.stringify({ plan, entryType: 'market', description: '', maxTotalSize: '1', requestHash: '' });

function watchedBot(id: string, config: string): WatchedBot {
  const bot: Partial<BotRecord> = {
    id,
    name: id,
    accountId: 'a',
    instrumentId: 'ETH-USDT-SWAP',
    direction: 'long',
    config,
    planSummary,
    view: null,
    course: 'running',
    reservedMargin: '0',
    createdAt: 0,
    endedAt: null,
  };
  return { bot: bot as BotRecord, logs: [] }; // The response reads only these fields.
}

test('the list of bots contains every bot but the unreadable bot, whose id is logged as an error', () => {
  const written: string[] = [];
  const log = { write: (level: string, event: string) => void written.push(`${level} ${event}`) };
  const toResponse = createWatchedResponse({
    installation: { frozen: () => null },
    live: { account: () => null } as never,
    market: { tradingOf: () => null } as never,
    log,
  });
  const config = JSON.stringify(encode(botConfig()));
  const bots = toResponse([watchedBot('first', config), watchedBot('broken', '{'), watchedBot('third', config)]);
  expect(bots.map(({ id }) => id)).toEqual(['first', 'third']);
  expect(written).toEqual(['error bot.unreadable']);
});

test('only a bot whose rows, market or installation have changed is built again', () => {
  let frozen: 'place' | null = null;
  const marks = new Map<string, string>();
  const toResponse = createWatchedResponse({
    installation: { frozen: () => frozen },
    live: {
      account: () => ({
        positions: [...marks].map(([instrumentId, mark]) => ({
          instrumentId,
          positionSide: 'long',
          lots: 1n,
          markPrice: decimal(mark),
        })),
        waits: {},
      }),
    } as never,
    market: { tradingOf: () => null } as never,
    log: { write: () => undefined },
  });
  const config = JSON.stringify(encode(botConfig()));
  const [first, second] = [watchedBot('first', config), watchedBot('second', config)];
  const before = toResponse([first, second]);
  const after = toResponse([first, watchedBot('second', config)]);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  expect(after[1]).toEqual(before[1]);
  marks.set('ETH-USDT-SWAP', '2000');
  expect(toResponse([first])[0]).not.toBe(before[0]);
  expect(toResponse([first])[0]?.mark_price).toBe('2000');
  frozen = 'place';
  expect(toResponse([first])[0]?.holds.map(({ by }) => by)).toContain('restore');
});
