// Tests the entries of the AI model and of a rule from the creation of a bot to its first order, with a real database, the sandbox with its model double, and a real engine.
import { parseSignals } from '@rondo/backtest';
import type { BotDetailResponse, BotSignalList, CreateBotResponse, EntryOptions } from '@rondo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { passToCloseOfHour, passToQuietMinutes } from '../_hours.ts';
import { memberHeaders } from '../_member-calls.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld({ hasOneClock: true });
  passToQuietMinutes(world);
});
afterAll(() => world.close());

async function get<Body>(url: string): Promise<Body> {
  const headers = await memberHeaders(world);
  const response = await world.api.inject({ url, headers });
  expect(response.statusCode).toBe(200);
  return response.json<Body>();
}

async function createWaiting(instId: string, of: object): Promise<string> {
  const { basic, entry, ...rest } = validRequest();
  const payload = {
    ...rest,
    basic: { ...basic, symbol: instId, max_total_size: '10000' },
    entry: { ...entry, ...of },
  };
  const headers = await memberHeaders(world);
  const response = await world.api.inject({ method: 'POST', url: '/api/bots', headers, payload });
  expect(response.json()).toMatchObject({ success: true });
  const { id } = response.json<CreateBotResponse>().bot;
  await until(async () => (await detail(id)).phase === 'waiting_for_signal', 'the bot waits for a signal');
  return id;
}

const detail = (id: string) => get<BotDetailResponse>(`/api/bots/${id}`);
const signalsOf = (id: string) => get<BotSignalList>(`/api/bots/${id}/signals`);

test('the entry of the model can be chosen only when a model is configured', async () => {
  const { ai_gpt } = await get<EntryOptions>('/api/entry-options');
  expect(ai_gpt).toMatchObject({ is_on: true, is_double: true, minimum_balance: '1000' });
  const bases = ['BTC', 'ETH', 'XRP', 'DOGE', 'SOL', '1INCH', 'AAVE', 'ADA', 'LTC', 'BCH']; // specification 5
  expect(ai_gpt.instruments).toEqual(bases.map((base) => `${base}-USDT-SWAP`));
  const without = await createApp({ ...world.context, ai: null });
  const headers = await memberHeaders(world);
  const response = await without.inject({ url: '/api/entry-options', headers });
  expect(response.json<EntryOptions>().ai_gpt).toMatchObject({ is_on: false, is_double: false });
  await without.close();
});

test.each([
  [{ type: 'rsi' }, 'entry.signal'],
  [{ type: 'rsi', signal: { bar: '1H', level: 96 } }, 'entry.signal.level'],
  [{ type: 'rsi', signal: { bar: '1H', length: 51 } }, 'entry.signal.length'],
  [{ type: 'rsi', signal: { bar: '2H' } }, 'entry.signal.bar'],
  [{ type: 'ichimoku', signal: { bar: '1H', length: 14 } }, 'entry.signal.length'],
  [{ type: 'ichimoku', signal: { bar: '1H', rule: 'rsi' } }, 'entry.signal.rule'],
  [{ type: 'market', signal: { bar: '1H' } }, 'entry.signal'],
])('the entry %o is refused at the field %s', async (of, field) => {
  const request = validRequest();
  const headers = await memberHeaders(world);
  const payload = { ...request, entry: { ...request.entry, ...of } };
  const response = await world.api.inject({ method: 'POST', url: '/api/bots', headers, payload });
  expect([response.statusCode, response.json()]).toMatchObject([400, { error_code: 'VALIDATION', field }]);
});

test('a bot with a rule carries the settings of the rule', async () => {
  const id = await createWaiting('LTC-USDT-SWAP', { type: 'rsi', signal: { bar: '4H', level: 25 } });
  const rule = { rule: 'rsi', bar: '4H', length: 14, level: '25', when: 'crossing' };
  expect((await detail(id)).entry).toMatchObject({ type: 'rsi', signal: rule });
});

test('a decision of the model opens the round of a waiting bot with the defence of the decision, and the bot shows the decision', async () => {
  const id = await createWaiting('ETH-USDT-SWAP', { type: 'ai-gpt' });
  const signal = { bar: '1H', level: 95, when: 'while' };
  const ruled = await createWaiting('SOL-USDT-SWAP', { type: 'rsi', signal });
  const silent = await createWaiting('BTC-USDT-SWAP', { type: 'rsi', signal: { ...signal, level: '5' } });
  await world.administer('model', { kind: 'refusal' });
  passToCloseOfHour(world);
  world.startJobs();
  await until(async () => newest(await signalsOf(id))?.reason === 'refused', 'the model has refused');
  await until(async () => (await detail(ruled)).phase === 'running', 'the bot with the rule has opened its round');
  expect(await detail(id)).toMatchObject({ phase: 'waiting_for_signal', round: 0 });
  await world.administer('model', { kind: 'open' });
  passToCloseOfHour(world);
  await until(async () => (await detail(id)).phase === 'running', 'the bot has opened its round');
  const { items } = await signalsOf(id);
  expect(items).toMatchObject([
    { outcome: 'open', reason: null, defense: 4, model: 'test double, no model' },
    { outcome: 'none', reason: 'refused', defense: null },
  ]);
  const headers = await memberHeaders(world);
  const file = await world.api.inject({ url: `/api/bots/${id}/export?of=signals`, headers });
  const signals = [{ at: Date.parse(items[0]?.closed_at ?? ''), defence: 4 }];
  expect(parseSignals(file.body)).toEqual({ ok: true, signals });
  const refused = await world.api.inject({ url: `/api/bots/${ruled}/export?of=signals`, headers });
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { error_code: 'VALIDATION', field: 'of' }]);
  const texts = await world.dump();
  expect(texts).toContain('ai-gpt test double, no model 1');
  expect(texts).toContain('rsi long 14 95 while');
  expect((await signalsOf(id)).opened_by).toMatchObject({ outcome: 'open', defense: 4, bar: '1H', values: {} });
  // The price of the hour may have ended the first round of this bot. Then its rule opens the second round.
  await until(async () => (await signalsOf(ruled)).opened_by !== null, 'a signal has opened the round of the rule');
  const { items: readings, opened_by: openedBy } = await signalsOf(ruled);
  const fired = readings.find(({ closed_at: closedAt }) => closedAt === openedBy?.closed_at);
  expect(openedBy).toEqual(fired);
  expect(fired).toMatchObject({
    outcome: 'open',
    model: null,
    values: { rsi: expect.stringMatching(/^\d+(\.\d+)?$/) },
  });
  expect((await signalsOf(silent)).items).toMatchObject([{ outcome: 'wait' }, { outcome: 'wait' }]);
  expect(await detail(silent)).toMatchObject({ phase: 'waiting_for_signal', round: 0 });
});

const newest = ({ items }: BotSignalList) => items[0];
