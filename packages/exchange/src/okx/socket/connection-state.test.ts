// The reducer of a connection, event by event.
import { expect, test } from 'vitest';
import { parseOkxFrame } from '@rondo/protocol';
import {
  beginConnection,
  stepConnection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
} from './connection-state.ts';

const args = [
  { channel: 'orders', instType: 'SWAP' },
  { channel: 'account', ccy: 'USDT' },
];
const at = 1_000_000;

function run(
  state: ConnectionState,
  events: readonly ConnectionEvent[],
): { state: ConnectionState; effects: ConnectionEffect[] } {
  let current = state;
  const effects: ConnectionEffect[] = [];
  for (const event of events) {
    const step = stepConnection(current, event);
    current = step.state;
    effects.push(...step.effects);
  }
  return { state: current, effects };
}

function frame(body: unknown, when = at): ConnectionEvent {
  return { kind: 'frame', at: when, frame: parseOkxFrame(typeof body === 'string' ? body : JSON.stringify(body)) };
}

const begin = beginConnection({ at, needsLogin: true, args });
const opened: ConnectionEvent = { kind: 'opened', at };
const loggedIn = frame({ event: 'login', code: '0', msg: '' });
const acks = args.map((arg) => frame({ event: 'subscribe', arg }));
const ready = run(begin, [opened, loggedIn, ...acks]).state;

test('ready comes only after the login answer and every subscription answer', () => {
  const { effects } = run(begin, [opened, loggedIn, ...acks]);
  expect(effects.map((effect) => effect.kind)).toEqual(['login', 'subscribe', 'answered', 'answered', 'ready']);
  expect(run(begin, [opened, loggedIn, ...acks.slice(1)]).state.stage.kind).toBe('subscribing');
  expect(run(begin, [opened, ...acks]).state.stage.kind).toBe('loggingIn');
});

test('a public socket subscribes without a login', () => {
  const { effects } = run(beginConnection({ at, needsLogin: false, args }), [opened]);
  expect(effects).toEqual([{ kind: 'subscribe', args }]);
});

test('silence is answered by a text ping, and silence after it by the end', () => {
  const quiet = run(ready, [{ kind: 'tick', at: at + 14_999 }]);
  expect(quiet.effects).toEqual([]);
  const pinged = run(ready, [{ kind: 'tick', at: at + 15_000 }]);
  expect(pinged.effects).toEqual([{ kind: 'ping' }]);
  expect(run(pinged.state, [{ kind: 'tick', at: at + 24_999 }]).effects).toEqual([]);
  expect(run(pinged.state, [{ kind: 'tick', at: at + 25_000 }]).effects).toMatchObject([
    { kind: 'end', verdict: 'retry' },
  ]);
  expect(run(pinged.state, [frame('pong', at + 16_000), { kind: 'tick', at: at + 25_000 }]).effects).toEqual([]);
});

test.each(['60009', '60005', '60007', '60024', '60032', '50101'])(
  'login error %s is the key and ends for good',
  (code) => {
    expect(run(begin, [opened, frame({ event: 'error', code, msg: 'no' })]).effects.at(-1)).toMatchObject({
      kind: 'end',
      verdict: 'fatal',
    });
  },
);

test('an expired login timestamp asks for the clock, a server fault for another try', () => {
  expect(run(begin, [opened, frame({ event: 'error', code: '60006', msg: '' })]).effects.at(-1)).toMatchObject({
    verdict: 'clock',
  });
  expect(run(begin, [opened, frame({ event: 'error', code: '63999', msg: '' })]).effects.at(-1)).toMatchObject({
    verdict: 'retry',
  });
});

test('a deleted key closes for good, any other close is tried again', () => {
  expect(run(ready, [{ kind: 'closed', code: 4007, reason: '' }]).effects).toMatchObject([{ verdict: 'fatal' }]);
  expect(run(ready, [{ kind: 'closed', code: 1006, reason: '' }]).effects).toMatchObject([{ verdict: 'retry' }]);
});

test('an upgrade notice asks for a replacement and keeps the connection', () => {
  const { state, effects } = run(ready, [frame({ event: 'notice', code: '64008', msg: 'soon' })]);
  expect(effects).toEqual([{ kind: 'replace' }]);
  expect(state.stage.kind).toBe('ready');
});

test('connection counts are no errors, too many connections are', () => {
  expect(run(ready, [frame({ event: 'channel-conn-count', channel: 'orders', connCount: '2' })]).effects).toEqual([]);
  expect(
    run(ready, [frame({ event: 'channel-conn-count-error', channel: 'orders', connCount: '30' })]).effects,
  ).toMatchObject([{ kind: 'end' }]);
});

test('one refused channel is dropped and the others go on', () => {
  const refusal = frame({ event: 'error', code: '60018', msg: "Wrong URL or channel:account doesn't exist" });
  const { state, effects } = run(begin, [opened, loggedIn, frame({ event: 'subscribe', arg: args[0] }), refusal]);
  expect(state.stage.kind).toBe('ready');
  expect(effects.map((effect) => effect.kind)).toEqual(['login', 'subscribe', 'answered', 'note', 'answered', 'ready']);
});

test('every stage before ready has an end', () => {
  for (const events of [[], [opened], [opened, loggedIn]] as const) {
    expect(run(begin, [...events, { kind: 'tick', at: at + 10_000 }]).effects.at(-1)).toMatchObject({
      kind: 'end',
      verdict: 'retry',
    });
  }
});

test('a channel wanted later is subscribed once, and dropped when unwanted', () => {
  const arg = { channel: 'tickers', instId: 'ETH-USDT-SWAP' };
  const wanted = run(ready, [
    { kind: 'wanted', arg },
    { kind: 'wanted', arg },
  ]);
  expect(wanted.effects).toEqual([{ kind: 'subscribe', args: [arg] }]);
  expect(run(wanted.state, [{ kind: 'unwanted', arg }]).effects).toEqual([{ kind: 'unsubscribe', args: [arg] }]);
  expect(run(begin, [{ kind: 'wanted', arg }, opened, loggedIn]).effects.at(-1)).toEqual({
    kind: 'subscribe',
    args: [...args, arg],
  });
});

test('an ended connection ignores everything', () => {
  const ended = run(ready, [{ kind: 'closed', code: 1006, reason: '' }]).state;
  expect(run(ended, [opened, loggedIn, ...acks, { kind: 'tick', at: at + 60_000 }]).effects).toEqual([]);
});
