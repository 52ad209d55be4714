// Tests of signals with evidence and an end: the opening of a round, the refusals, and the undoing of an opening that was not sent in time.
import { decimal, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { decodeEvent, decodeState, encodeEvent, encodeState } from '../bot/codec.ts';
import { newBot, step } from '../bot/step.ts';
import { phaseOf } from '../bot/phase.ts';
import type { BotConfig } from '../types.ts';
import { openingEnd } from './apply-signal.ts';

const source = {
  ruleKey: 'rsi',
  instrument: 'ETH-USDT-SWAP',
  bar: '1H',
  closedAt: 1000,
  values: { rsi: '31.5' },
  readingHash: 'c0ffee',
} as const;
const signal = { kind: 'signal', stepDistance: null, validUntil: 60_000, source, at: 2000 } as const;
const late = { kind: 'openingExpired', at: 60_001, isBooked: true } as const;

function waiting(changes: Partial<BotConfig> = {}): StrategyDriver {
  return new StrategyDriver(botConfig({ waitsForSignal: true, ...changes }), 200_000n).start();
}

function signalled(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = waiting(changes);
  driver.dispatch(signal);
  return driver;
}

test('a signal opens a round, and the fact `roundOpened` has the evidence of the signal', () => {
  const driver = signalled();
  expect(openingEnd(driver.state)).toBe(60_000);
  expect(driver.dispatchPrice().facts.at(-1)).toMatchObject({ kind: 'roundOpened', round: 1, source });
});

test('a signal at its end opens a round, and a later signal opens none', () => {
  const driver = waiting();
  driver.dispatch({ ...signal, at: 60_001 });
  expect(driver.facts.at(-1)).toEqual({ kind: 'signalRefused', why: 'late', source });
  driver.dispatch({ ...signal, at: 60_000 });
  expect(driver.state.round?.signal).toEqual({ validUntil: 60_000, source });
});

const bots = {
  ended: () => {
    const driver = waiting();
    driver.dispatch({ kind: 'stop', closePosition: true });
    return driver;
  },
  error: () => {
    const driver = waiting();
    driver.state = { ...driver.state, status: 'error', errorKey: 'entry_missed' };
    return driver;
  },
  stopping: () => {
    const driver = signalled();
    driver.dispatchPrice();
    driver.fill('entry', 1);
    driver.dispatch({ kind: 'stop', closePosition: true });
    return driver;
  },
  held: () => {
    const driver = waiting();
    driver.dispatch({ kind: 'hold', by: 'user', level: 'rounds', reason: 'user', until: null });
    return driver;
  },
  closing: () => {
    const driver = signalled();
    driver.dispatchPrice();
    driver.fill('entry', 1);
    driver.fill('baseExit');
    return driver;
  },
  lastRound: () => {
    const driver = signalled();
    driver.dispatch({ kind: 'setLast', isLast: true });
    return driver;
  },
  open: () => signalled(),
};

test.each(Object.keys(bots))(
  'a signal for a bot in the state %s changes nothing, and its refusal has the reason',
  (why) => {
    const driver = bots[why as keyof typeof bots](); // The test names are the keys of `bots`.
    const before = driver.state;
    expect(driver.dispatch(signal)).toEqual([{ kind: 'signalRefused', why, source }]);
    expect(driver.state).toBe(before);
  },
);

test('an opening without an order is undone after the end of its signal, and the next round has the next number', () => {
  const driver = signalled();
  driver.dispatchPrice();
  expect(driver.dispatch({ ...late, at: 60_000 })).toEqual([]);
  expect(driver.dispatch(late)).toEqual([{ kind: 'openingExpired', round: 1, source }]);
  expect([phaseOf(driver.state), driver.state.roundsOpened, driver.desired()]).toEqual(['waiting_for_signal', 1, []]);
  driver.dispatch({ ...signal, validUntil: 120_000, at: 61_000 });
  expect(driver.dispatchPrice().facts.at(-1)).toMatchObject({ kind: 'roundOpened', round: 2 });
});

test('an opening whose order was not filled is undone after the end of its signal', () => {
  const driver = signalled();
  driver.dispatchPrice();
  const entry = driver.find('entry', 1);
  if (entry === undefined) throw new Error('The entry of step 1 is not desired.');
  driver.end(entry, 'cancelled');
  driver.dispatch(late);
  driver.dispatch({ ...signal, validUntil: 120_000, at: 61_000 });
  expect(driver.state.round?.round).toBe(2);
});

test('a held opening is undone after the end of its signal, so its release opens nothing', () => {
  const driver = signalled();
  driver.dispatch({ kind: 'hold', by: 'grant', level: 'entries', reason: 'approval', until: null });
  driver.dispatch(late);
  driver.dispatch({ kind: 'release', by: 'grant' });
  expect([driver.state.round, phaseOf(driver.state)]).toEqual([null, 'waiting_for_signal']);
});

test('a bot whose last round is undone ends', () => {
  const driver = signalled();
  driver.dispatch({ kind: 'setLast', isLast: true });
  driver.dispatch(late);
  expect(driver.state.completion).toBe('last_round');
});

test('an opening that is undone keeps the fees and the funding that were booked in its round', () => {
  const driver = signalled();
  driver.dispatch({ kind: 'funding', amount: decimal('1.5') });
  driver.dispatchFill('close', { lots: 0n, fee: decimal('0.25') });
  driver.dispatch(late);
  expect(driver.state.past).toMatchObject({ funding: decimal('1.5'), fees: decimal('0.25') });
});

test('a stored end of an opening without a mark drops the ledger of its round, as when it was stored', () => {
  const driver = signalled();
  driver.dispatch({ kind: 'funding', amount: decimal('1.5') });
  driver.dispatch({ kind: 'openingExpired', at: 60_001 });
  expect([driver.state.round, driver.state.past.funding]).toEqual([null, decimal('0')]);
});

test('a round with a fill continues after the end of its signal', () => {
  const driver = signalled();
  driver.dispatchPrice();
  driver.fill('entry', 1);
  const before = driver.state;
  expect(openingEnd(before)).toBeNull();
  expect(driver.dispatch(late)).toEqual([]);
  expect(driver.state).toBe(before);
});

test('a round that no signal with evidence opened has no end', () => {
  const driver = waiting();
  driver.dispatch({ kind: 'signal', stepDistance: null });
  expect([driver.state.round?.round, openingEnd(driver.state)]).toEqual([1, null]);
  expect(driver.dispatch({ kind: 'openingExpired', at: 9e15 })).toEqual([]);
});

test('the stored events of a bot with signals give its state', () => {
  const driver = signalled();
  driver.dispatchPrice();
  driver.dispatch(late);
  driver.dispatch({ ...signal, validUntil: 120_000, at: 61_000 });
  let state = newBot(driver.state.config);
  for (const event of driver.events)
    state = step(state, decodeEvent(JSON.parse(JSON.stringify(encodeEvent(event))))).state;
  expect(state).toEqual(driver.state);
  expect(decodeState(JSON.parse(JSON.stringify(encodeState(state))))).toEqual(state);
});

/** A bot whose distance is 1.5 times ATR, and a signal at 1:10 with the reading of the bar that closed at 1:00. */
const hourMs = 3_600_000;
const atrBot = { atrMultiplier: decimal('1.5') };
const reading = { closedAt: hourMs, atr: '16', close: '2000', readingHash: 'abc' };
const atOneTen = hourMs + 600_000;
const atrSignal = {
  ...signal,
  source: { ...source, bar: '5m', closedAt: atOneTen },
  validUntil: atOneTen + 30_000,
  at: atOneTen + 2000,
  atr: reading,
} as const;

function waitingForAtr(changes: Partial<BotConfig> = {}): StrategyDriver {
  return new StrategyDriver(botConfig({ ...atrBot, ...changes }), 200_000n).start();
}

test('a bot with a distance from ATR waits for a signal, and its round has the distance of the reading', () => {
  const driver = waitingForAtr();
  expect([driver.state.round, phaseOf(driver.state)]).toEqual([null, 'waiting_for_signal']);
  driver.dispatch({ ...atrSignal, stepDistance: ratio(1n, 50n) });
  expect(driver.state.round?.stepDistance).toEqual(ratio(12n, 1000n));
  expect(driver.dispatchPrice().facts.at(-1)).toMatchObject({
    kind: 'roundOpened',
    source: atrSignal.source,
    atr: reading,
  });
  driver.fill('entry', 1);
  // 2000 * (1 - 0.012) = 1976, and 1976 * (1 - 0.012) = 1952.288, in ticks of 0.01.
  expect(driver.state.round?.plan?.steps.slice(1, 3).map(({ price }) => price)).toEqual([197_600n, 195_228n]);
});

test.each([
  ['without a reading', { atr: undefined }],
  ['with the reading of an older bar', { atr: { ...reading, closedAt: 0 } }],
  ['with the reading of a bar that had not closed', { atr: { ...reading, closedAt: 2 * hourMs } }],
  ['with a close that is no price', { atr: { ...reading, close: '0' } }],
])('a signal %s opens no round of a bot with a distance from ATR', (_name, changes) => {
  const driver = waitingForAtr();
  const before = driver.state;
  const { atr, ...plain } = { ...atrSignal, ...changes };
  const refused = driver.dispatch({ ...plain, ...(atr === undefined ? {} : { atr }) });
  expect(refused).toEqual([{ kind: 'signalRefused', why: 'noDistance', source: atrSignal.source }]);
  expect(driver.state).toBe(before);
});

test('a round whose steps would have one price does not open, and the next reading opens a round', () => {
  const driver = new StrategyDriver(botConfig({ ...atrBot, allocation: decimal('100000000') }), 500n).start();
  driver.dispatch({ ...atrSignal, atr: { ...reading, atr: '0' } });
  expect(driver.dispatchPrice().facts.at(-1)).toMatchObject({
    kind: 'planRefused',
    round: 1,
    refusal: { kind: 'same_tick' },
  });
  expect([driver.state.status, driver.state.round, phaseOf(driver.state)]).toEqual([
    'active',
    null,
    'waiting_for_signal',
  ]);
  driver.dispatch({ ...atrSignal, atr: { ...reading, atr: '100' } });
  expect(driver.dispatchPrice().facts.at(-1)).toMatchObject({ kind: 'roundOpened', round: 2 });
});

test('a bot whose last round cannot be planned ends', () => {
  const driver = new StrategyDriver(botConfig({ ...atrBot, allocation: decimal('100000000') }), 500n).start();
  driver.dispatch({ ...atrSignal, atr: { ...reading, atr: '0' } });
  driver.dispatch({ kind: 'setLast', isLast: true });
  driver.dispatchPrice();
  expect(driver.state.completion).toBe('last_round');
});

test('the stored events of a bot with distances from ATR give its state', () => {
  const driver = waitingForAtr();
  driver.dispatch(atrSignal);
  driver.dispatchPrice();
  driver.fill('entry', 1);
  let state = newBot(driver.state.config);
  for (const event of driver.events)
    state = step(state, decodeEvent(JSON.parse(JSON.stringify(encodeEvent(event))))).state;
  expect(state).toEqual(driver.state);
  expect(decodeState(JSON.parse(JSON.stringify(encodeState(state))))).toEqual(state);
});
