// Tests that a waiting bot says why no round has opened when its bar did not arrive in time, and when the model was removed from the settings.
import type { BotSignalList, BotSignalWire, CreateBotResponse } from '@rondo/contract';
import { silentLog } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAiDecider } from '../../src/ai/ai-decider.ts';
import { aiEndpointOf } from '../../src/ai/ai-settings.ts';
import { createApp } from '../../src/app.ts';
import { passToCloseOfHour, passToQuietMinutes } from '../_hours.ts';
import { memberCalls, memberHeaders } from '../_member-calls.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld({ hasOneClock: true, changes: { ai: 'off' } });
  passToQuietMinutes(world);
});
afterAll(() => world.close());

const { call, detail, signalsOf } = memberCalls(() => world);

function requestOf(symbol: string, of: object) {
  const { basic, entry, ...rest } = validRequest();
  return { ...rest, basic: { ...basic, symbol, max_total_size: '10000' }, entry: { ...entry, ...of } };
}

/** Creates a bot of the model at a server that has one. The server of the world has none, as after a change of its settings. */
async function createAiBot(symbol: string): Promise<string> {
  const endpoint = aiEndpointOf(null, world.exchangeOrigin);
  if (endpoint === null) throw new Error('The sandbox has no double.');
  const { store, clock } = world.context;
  const ai = createAiDecider({ endpoint, decisions: store.aiDecisions, clock, log: silentLog });
  const earlier = await createApp({ ...world.context, ai });
  const payload = requestOf(symbol, { type: 'ai-gpt' });
  const headers = await memberHeaders(world);
  const response = await earlier.inject({ method: 'POST', url: '/api/bots', headers, payload });
  await earlier.close();
  return response.json<CreateBotResponse>().bot.id;
}

const newest = ({ items }: BotSignalList): BotSignalWire | undefined => items[0];

test('a bar that did not arrive and a removed model are the reason of the newest reading, and no round opens', async () => {
  const signal = { bar: '1H', level: 5, when: 'while' };
  const created = await call<CreateBotResponse>(
    'POST',
    '/api/bots',
    requestOf('ETH-USDT-SWAP', { type: 'rsi', signal }),
  );
  const ruled = created.body.bot.id;
  const modelled = await createAiBot('SOL-USDT-SWAP');
  for (const id of [ruled, modelled])
    await until(async () => (await detail(id)).phase === 'waiting_for_signal', 'the bot waits for a signal');
  passToCloseOfHour(world);
  world.startJobs();
  await until(async () => newest(await signalsOf(ruled))?.outcome === 'wait', 'the rule has a reading');
  await until(async () => newest(await signalsOf(modelled)) !== undefined, 'the bot of the model says why');
  expect((await signalsOf(modelled)).items).toMatchObject([{ outcome: 'none', reason: 'not_configured', values: {} }]);

  for (const path of ['market/candles', 'market/history-candles'])
    await world.administer('faults', { kind: 'code', path: `/api/v5/${path}`, code: '50001', status: '503', share: 1 });
  passToCloseOfHour(world);
  world.passTime(52_000);
  const before = newest(await signalsOf(ruled))?.closed_at;
  await until(async () => newest(await signalsOf(ruled))?.closed_at !== before, 'the bot says that the bar is missing');
  expect((await signalsOf(ruled)).items).toMatchObject([
    { outcome: 'none', reason: 'missed', bar: '1H', values: {} },
    { outcome: 'wait', reason: null, values: { rsi: expect.any(String) } },
  ]);
  expect((await signalsOf(modelled)).items).toMatchObject([{ reason: 'not_configured' }, { reason: 'not_configured' }]);
  expect(await detail(ruled)).toMatchObject({ phase: 'waiting_for_signal', round: 0 });
});
