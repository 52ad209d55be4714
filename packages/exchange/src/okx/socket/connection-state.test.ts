// Tests of the reducer of a connection.
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

const dialled: ConnectionEvent = { kind: 'dialled', at };
const begin = run(beginConnection({ at, needsLogin: true, args }), [dialled]).state;
const opened: ConnectionEvent = { kind: 'opened', at };
const loggedIn = frame({ event: 'login', code: '0', msg: '' });
const acks = args.map((arg) => frame({ event: 'subscribe', arg }));
const ready = run(begin, [opened, loggedIn, ...acks]).state;

test('a connection is ready only after the exchange has accepted the login and every subscription', () => {
  const { effects } = run(begin, [opened, loggedIn, ...acks]);
  expect(effects.map((effect) => effect.kind)).toEqual([
    'login',
    'subscribe',
    'subscriptionResult',
    'subscriptionResult',
    'ready',
  ]);
  expect(run(begin, [opened, loggedIn, ...acks.slice(1)]).state.stage.kind).toBe('subscribing');
  expect(run(begin, [opened, ...acks]).state.stage.kind).toBe('loggingIn');
});

test('a public socket subscribes without a login', () => {
  const { effects } = run(beginConnection({ at, needsLogin: false, args }), [dialled, opened]);
  expect(effects).toEqual([{ kind: 'subscribe', args }]);
});

test('after 15 s without a frame a text ping is sent, and after 10 more seconds without a frame the connection ends', () => {
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
  'the login error %s means that the key is wrong, and ends the connection without a retry',
  (code) => {
    expect(run(begin, [opened, frame({ event: 'error', code, msg: 'no' })]).effects.at(-1)).toMatchObject({
      kind: 'end',
      verdict: 'fatal',
    });
  },
);

test('an expired login timestamp causes a clock measurement, and a server error causes a retry', () => {
  expect(run(begin, [opened, frame({ event: 'error', code: '60006', msg: '' })]).effects.at(-1)).toMatchObject({
    verdict: 'clock',
  });
  expect(run(begin, [opened, frame({ event: 'error', code: '63999', msg: '' })]).effects.at(-1)).toMatchObject({
    verdict: 'retry',
  });
});

test('a close with the code of a deleted key has the verdict `fatal`, and a close with another code has the verdict `retry`', () => {
  expect(run(ready, [{ kind: 'closed', code: 4007, reason: '' }]).effects).toMatchObject([{ verdict: 'fatal' }]);
  expect(run(ready, [{ kind: 'closed', code: 1006, reason: '' }]).effects).toMatchObject([{ verdict: 'retry' }]);
});

test('after an upgrade notice a replacement is requested, and the connection stays open', () => {
  const { state, effects } = run(ready, [frame({ event: 'notice', code: '64008', msg: 'soon' })]);
  expect(effects).toEqual([{ kind: 'replace' }]);
  expect(state.stage.kind).toBe('ready');
});

test('a message with the number of connections is reported, and a message without a number is ignored', () => {
  const counted = (connCount: string) =>
    run(ready, [frame({ event: 'channel-conn-count', channel: 'orders', connCount })]).effects;
  expect(counted('2')).toEqual([{ kind: 'listeners', channel: 'orders', count: 2 }]);
  expect(counted('')).toEqual([]);
});

test('an error about too many connections ends the connection', () => {
  expect(
    run(ready, [frame({ event: 'channel-conn-count-error', channel: 'orders', connCount: '30' })]).effects,
  ).toMatchObject([{ kind: 'end' }]);
});

test('when the exchange refuses one channel, the connection becomes ready with the other channels', () => {
  const refusal = frame({ event: 'error', code: '60018', msg: "Wrong URL or channel:account doesn't exist" });
  const { state, effects } = run(begin, [opened, loggedIn, frame({ event: 'subscribe', arg: args[0] }), refusal]);
  expect(state.stage.kind).toBe('ready');
  expect(effects.map((effect) => effect.kind)).toEqual([
    'login',
    'subscribe',
    'subscriptionResult',
    'note',
    'subscriptionResult',
    'ready',
  ]);
});

test('every stage between the start of the handshake and the stage ready has a time limit', () => {
  for (const events of [[], [opened], [opened, loggedIn]] as const) {
    expect(run(begin, [...events, { kind: 'tick', at: at + 10_000 }]).effects.at(-1)).toMatchObject({
      kind: 'end',
      verdict: events.length === 0 ? 'unreached' : 'retry',
    });
  }
});

test('a handshake that fails was not refused to the account, and a close of an open connection concerns the account', () => {
  const closed = { kind: 'closed', code: 1006, reason: '' } as const;
  expect(run(begin, [closed]).effects.at(-1)).toMatchObject({ kind: 'end', verdict: 'unreached' });
  expect(run(begin, [opened, closed]).effects.at(-1)).toMatchObject({ kind: 'end', verdict: 'retry' });
});

test('a channel that is added later is subscribed once, and a removed channel is unsubscribed', () => {
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

test('an ended connection ignores all events', () => {
  const ended = run(ready, [{ kind: 'closed', code: 1006, reason: '' }]).state;
  expect(run(ended, [opened, loggedIn, ...acks, { kind: 'tick', at: at + 60_000 }]).effects).toEqual([]);
});

test('a handshake in the handshake queue has no time limit, and a handshake that has begun must succeed within ten seconds', () => {
  const queued = beginConnection({ at, needsLogin: true, args });
  expect(run(queued, [{ kind: 'tick', at: at + 3_600_000 }]).effects).toEqual([]);
  const later: ConnectionEvent = { kind: 'dialled', at: at + 3_600_000 };
  expect(run(queued, [later, { kind: 'tick', at: at + 3_609_999 }]).effects).toEqual([]);
  expect(run(queued, [later, { kind: 'tick', at: at + 3_610_000 }]).effects).toMatchObject([
    { kind: 'end', cause: 'opening took too long' },
  ]);
});

test('a close with the code 1013 causes a retry without a longer delay, because the exchange refused the IP address and not the account', () => {
  expect(run(begin, [{ kind: 'closed', code: 1013, reason: '' }]).effects).toMatchObject([{ verdict: 'retryAddress' }]);
});
