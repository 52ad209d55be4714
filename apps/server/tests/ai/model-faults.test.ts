// Tests a bot that waits for the AI model while the model has each of its faults: no round opens, and the bot says why.
import type { CreateBotResponse } from '@rondo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passToCloseOfHour, passToQuietMorning } from '../_hours.ts';
import { memberCalls } from '../_member-calls.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';
import { sampleOf } from '../../../../tests/sample.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld({ hasOneClock: true });
  passToQuietMorning(world);
});
afterAll(() => world.close());

const { call, detail, signalsOf } = memberCalls(() => world);

/** A request is repeated once after the faults with two counts. */
const faults = [
  { kind: 'busy', reason: 'unavailable', count: 2 },
  { kind: 'html', reason: 'invalid' },
  { kind: 'cut', reason: 'unavailable', count: 2 },
  { kind: 'syntax', reason: 'invalid' },
  { kind: 'values', reason: 'invalid' },
  { kind: 'refusal', reason: 'refused' },
  { kind: 'huge', reason: 'invalid' },
  { kind: 'dead', reason: 'unavailable', count: 2 },
  // A slow model takes the 12 s of the deadline.
  { kind: 'slow', reason: 'timeout', delayMs: 60_000 },
] as const;
/** Its cost is above the budget of the day. */
const expensive = { kind: 'expensive', reason: 'invalid' } as const;

test('with each fault of the model the bot opens no round and says why, and afterwards the budget of the day is used', async () => {
  const { basic, entry, ...rest } = validRequest();
  const request = {
    ...rest,
    basic: { ...basic, max_total_size: '10000' },
    entry: { ...entry, type: 'ai-gpt' },
  };
  const { id } = (await call<CreateBotResponse>('POST', '/api/bots', request)).body.bot;
  await until(async () => (await detail(id)).phase === 'waiting_for_signal', 'the bot waits for a signal');
  const reasonsAfter = async (count: number) => {
    const items = async () => (await signalsOf(id)).items;
    await until(async () => (await items()).length === count && (await items())[0]?.reason !== 'pending', 'a reason');
    return (await items()).map(({ outcome, reason }) => `${outcome} ${reason}`);
  };
  world.startJobs();
  const expected: string[] = [];
  for (const { reason, ...fault } of [...sampleOf(faults, 8), expensive]) {
    await world.administer('model', fault);
    passToCloseOfHour(world);
    expected.unshift(`none ${reason}`);
    expect(await reasonsAfter(expected.length)).toEqual(expected);
    expect(await detail(id)).toMatchObject({ phase: 'waiting_for_signal', round: 0 });
  }
  await world.administer('model', { kind: 'open' });
  passToCloseOfHour(world);
  expect(await reasonsAfter(expected.length + 1)).toEqual(['none budget', ...expected]);
  expect(await detail(id)).toMatchObject({ phase: 'waiting_for_signal', round: 0 });
}, 120_000);
