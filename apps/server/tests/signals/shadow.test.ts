// Tests a rule beside a bot that opens its rounds at once: its readings are stored and shown, and it changes nothing.
import type { CreateBotResponse } from '@rondo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passToCloseOfHour, passToQuietMinutes } from '../_hours.ts';
import { memberCalls } from '../_member-calls.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';

const hour = 3_600_000;

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld({ hasOneClock: true });
  passToQuietMinutes(world);
});
afterAll(() => world.close());

const { call, detail, signalsOf } = memberCalls(() => world);

function requestOf(symbol: string, of: object) {
  const { basic, entry, exit, ...rest } = validRequest();
  // The price moves until the hour closes. With a far take-profit the first round is still open then.
  const far = { ...exit, take_profit: 5 };
  return { ...rest, basic: { ...basic, symbol, max_total_size: '5000' }, entry: { ...entry, ...of }, exit: far };
}

async function createRunning(symbol: string, shadow: object): Promise<string> {
  const created = await call<CreateBotResponse>('POST', '/api/bots', requestOf(symbol, { type: '4p', shadow }));
  expect(created.body).toMatchObject({ success: true });
  const { id } = created.body.bot;
  await until(async () => (await detail(id)).phase === 'running', 'the bot has opened its round at once');
  return id;
}

test.each([
  [{ type: '4p', shadow: { bar: '1H' } }, 'entry.shadow.rule'],
  [{ type: '4p', shadow: { rule: 'atr', bar: '1H' } }, 'entry.shadow.rule'],
  [{ type: 'market', shadow: { rule: 'rsi', bar: '1H', level: '4' } }, 'entry.shadow.level'],
  [{ type: 'market', shadow: { rule: 'ichimoku', bar: '1H', length: 9 } }, 'entry.shadow.length'],
  [{ type: 'rsi', signal: { bar: '1H' }, shadow: { rule: 'rsi', bar: '1H' } }, 'entry.shadow'],
  [{ type: 'webhook', shadow: { rule: 'rsi', bar: '1H' } }, 'entry.shadow'],
])('the entry %o is refused at the field %s', async (of, field) => {
  const refused = await call('POST', '/api/bots', requestOf('ETH-USDT-SWAP', of));
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'VALIDATION', field } });
});

test('the readings of a rule beside a bot are stored and shown with their effect, and the rule opens and refuses nothing', async () => {
  const fired = await createRunning('ETH-USDT-SWAP', { rule: 'rsi', bar: '1H', level: 95, when: 'while' });
  const silent = await createRunning('SOL-USDT-SWAP', { rule: 'rsi', bar: '1H', level: '5', when: 'while' });
  expect((await signalsOf(fired)).shadow).toMatchObject({ rounds: [{ round: 1, would: 'waiting', fired_at: null }] });
  expect((await detail(fired)).entry).toMatchObject({
    type: '4p',
    shadow: { rule: 'rsi', bar: '1H', length: 14, level: '95', when: 'while' },
  });
  passToCloseOfHour(world);
  world.startJobs();
  await until(async () => (await signalsOf(silent)).items.length === 1, 'the reading is stored');
  await until(async () => (await signalsOf(fired)).items.length === 1, 'the reading is stored');
  const { items, shadow, next_at: nextAt } = await signalsOf(fired);
  expect(items).toMatchObject([{ outcome: 'open', values: { rsi: expect.stringMatching(/^\d+(\.\d+)?$/) } }]);
  expect(shadow).toMatchObject({ rounds: [{ round: 1, would: 'later', fired_at: items[0]?.closed_at }] });
  expect(Date.parse(nextAt ?? '') - Date.parse(items[0]?.closed_at ?? '')).toBe(hour);
  expect(await signalsOf(silent)).toMatchObject({
    items: [{ outcome: 'wait' }],
    shadow: { rounds: [{ round: 1, would: 'waiting', fired_at: null }], out_net_pnl: '0' },
  });
  for (const id of [fired, silent]) {
    const { phase, round, logs } = await detail(id);
    expect([phase, round]).toEqual(['running', 1]);
    expect(logs.filter(({ message_key: key }) => /signal/i.test(key))).toEqual([]);
  }
});
