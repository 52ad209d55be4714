// Tests that one unreadable bot does not hide the other bots of its owner.
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
