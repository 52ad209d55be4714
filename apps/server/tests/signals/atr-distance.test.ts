// Tests bots whose step distance follows from the volatility (strategy 8.7): the refused requests, the round that a reading opens, and the evidence of its distance.
import type { CreateBotResponse } from '@rondo/contract';
import { decimal, formatDecimal, ratioToPercent } from '@rondo/decimal';
import { atrStepDistance } from '@rondo/strategy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passToCloseOfHour, passToQuietMinutes } from '../_hours.ts';
import { memberCalls } from '../_member-calls.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld({ hasOneClock: true });
  passToQuietMinutes(world);
});
afterAll(() => world.close());

const { call, detail, signalsOf } = memberCalls(() => world);

function requestOf(symbol: string, of: object) {
  const { basic, entry, ...rest } = validRequest();
  const { step_distance: _distance, defense: _defense, ...ladder } = entry;
  return { ...rest, basic: { ...basic, symbol, max_total_size: '10000' }, entry: { ...ladder, data: [], ...of } };
}

async function createWaiting(symbol: string, of: object): Promise<string> {
  const created = await call<CreateBotResponse>('POST', '/api/bots', requestOf(symbol, of));
  expect(created.body).toMatchObject({ success: true });
  const { id } = created.body.bot;
  await until(async () => (await detail(id)).phase === 'waiting_for_signal', 'the bot waits for a reading');
  return id;
}

test.each([
  [{ type: 'market', atr_multiplier: 0 }, 'entry.atr_multiplier'],
  [{ type: 'market', atr_multiplier: '10.1' }, 'entry.atr_multiplier'],
  [{ type: 'market', atr_multiplier: '1.55' }, 'entry.atr_multiplier'],
  [{ type: 'market', atr_multiplier: 'much' }, 'entry.atr_multiplier'],
  [{ type: 'market', atr_multiplier: '1.5', step_distance: '1' }, 'entry.atr_multiplier'],
  [{ type: 'market', atr_multiplier: '1.5', defense: 4 }, 'entry.atr_multiplier'],
  [{ type: '4p', atr_multiplier: '1.5' }, 'entry.atr_multiplier'],
  [{ type: 'ai-gpt', atr_multiplier: '1.5' }, 'entry.atr_multiplier'],
  [{ type: 'market', atr_multiplier: '1.5', shadow: { rule: 'rsi', bar: '1H' } }, 'entry.shadow'],
])('the entry %o is refused at the field %s', async (of, field) => {
  const refused = await call('POST', '/api/bots', requestOf('ETH-USDT-SWAP', of));
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'VALIDATION', field } });
});

test('the reading of the newest closed hour opens the round with its distance, at once, at a rule and at a message, and the journal has the reading', async () => {
  const plain = await createWaiting('ETH-USDT-SWAP', { type: 'market', atr_multiplier: 1.5 });
  const signal = { bar: '1H', level: 95, when: 'while' };
  const ruled = await createWaiting('SOL-USDT-SWAP', { type: 'rsi', atr_multiplier: '2', signal });
  const called = await createWaiting('BTC-USDT-SWAP', { type: 'webhook', atr_multiplier: '0.7' });
  const { path } = (await call<{ path: string }>('POST', `/api/bots/${called}/signal-hook`)).body;
  expect((await detail(plain)).entry).toMatchObject({ type: 'market', atr_multiplier: 1.5, step_distance: 5 });
  passToCloseOfHour(world);
  world.startJobs();
  await world.api.inject({ method: 'POST', url: path, payload: 'open', headers: { 'content-type': 'text/plain' } });
  for (const [id, multiplier] of [
    [plain, '1.5'],
    [ruled, '2'],
    [called, '0.7'],
  ] as const) {
    await until(async () => (await detail(id)).phase === 'running', 'the bot has opened its round');
    const { opened_by: openedBy } = await signalsOf(id);
    const { atr = '', close = '', distance } = openedBy?.values ?? {};
    const expected = atrStepDistance({ atr: decimal(atr), close: decimal(close) }, decimal(multiplier));
    expect(expected === null ? null : formatDecimal(ratioToPercent(expected, 2))).toBe(distance);
    const { data, step_distance: shown } = (await detail(id)).entry;
    expect(shown).toBe(Number(distance));
    const [first, second] = data.map(({ price }) => Number(price));
    expect((1 - (second ?? 0) / (first ?? 1)) * 100).toBeCloseTo(Number(distance), 1);
  }
  expect((await signalsOf(plain)).items).toMatchObject([
    { outcome: 'open', bar: '1H', values: { atr: expect.any(String), close: expect.any(String) } },
  ]);
  expect((await signalsOf(ruled)).opened_by?.values).toMatchObject({ rsi: expect.any(String) });
  const texts = (await world.dump()).replaceAll('""', '"');
  expect(texts).toMatch(/"atr":\{"closedAt":\d+,"atr":"[\d.]+","close":"[\d.]+","readingHash":"[0-9a-f]{64}"\}/);
});
