// Tests of the sockets of one account. The socket of trigger orders is open only while the account needs pushes of
// trigger orders, and tickers are delivered at their arrival only while the account needs prices.
import { createTestLog, createVirtualClock, ethSwap, seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { ExchangeHint } from '@rondo/engine/ports';
import type { TextSocket, Transport } from '../../transport/transport.ts';
import { listenerRecheckMs, unneededSocketMs } from '../../limits.ts';
import { createServerClock } from '../rest/server-clock.ts';
import { openSession } from './session.ts';
import { localSigner } from '../rest/signer.ts';

const idle = { isManaged: false, triggers: false, prices: false };
const withStop = { isManaged: true, triggers: true, prices: false };

/** Builds an exchange that opens each socket after one millisecond and accepts each login and subscription. */
function openSockets() {
  const clock = createVirtualClock();
  const { log } = createTestLog();
  const open: string[] = [];
  const urgencies: string[] = [];
  const heard: ExchangeHint['kind'][] = [];
  const counts: number[] = []; // The numbers of listeners after the next subscriptions.
  const others: number[] = [];
  const tickerCalls: string[] = [];
  const transport: Transport = {
    request: () => Promise.reject(new Error('no network')),
    openSocket(url, urgency): TextSocket {
      const name = url.slice('ws://venue/'.length);
      open.push(name);
      urgencies.push(`${name} ${urgency()}`);
      let onMessage: (text: string) => void = () => undefined;
      return {
        send(text) {
          if (text === 'ping') return onMessage('pong');
          const { op, args } = JSON.parse(text) as { op: string; args: readonly unknown[] };
          const login = { event: 'login', code: '0', msg: '' };
          for (const arg of args) onMessage(JSON.stringify(op === 'login' ? login : { event: op, arg, connId: 'x' }));
          if (op !== 'subscribe' || counts.length === 0) return;
          const connCount = String(counts.shift());
          onMessage(JSON.stringify({ event: 'channel-conn-count', channel: 'account', connCount, connId: 'x' }));
        },
        close: () => void open.splice(open.indexOf(name), 1),
        onDial: (listener) => listener(),
        onOpen: (listener) => void clock.after(1, listener),
        onMessage: (listener) => void (onMessage = listener),
        onClose: () => undefined,
      };
    },
  };
  const deps = {
    wsBase: 'ws://venue',
    transport,
    clock,
    log,
    chance: seededChance('sockets'),
    signer: localSigner({ apiKey: 'k', secretKey: 's', passphrase: 'p' }),
    serverClock: createServerClock({ clock, log, ask: async () => ({ venueAt: clock.now(), sentAt: clock.now() }) }),
    isKeyRefused: () => false,
    market: {
      watchTicker: () => ({
        need: (isNeeded: boolean) => void tickerCalls.push(`need ${String(isNeeded)}`),
        deliver: () => void tickerCalls.push('deliver'),
        close: () => void tickerCalls.push('close'),
      }),
      watchMark: () => ({ close: () => undefined }),
      watchInstrument: () => ({ close: () => undefined }),
      noteOffGrid: () => undefined,
    },
    owners: { known: () => undefined, remember: () => undefined, find: async () => null },
    onOtherListeners: (count: number) => void others.push(count),
    viewers: () => 1,
  };
  const start = (needs: typeof idle) =>
    openSession(deps, { instruments: [], needs }, (hint) => void heard.push(hint.kind));
  return { clock, open, urgencies, heard, counts, others, tickerCalls, start };
}

test('an account without a trigger order opens one socket', async () => {
  const { clock, open, urgencies, heard, start } = openSockets();
  start(idle);
  await clock.pass(600_000);
  expect([open, urgencies, heard]).toEqual([['private'], ['private private'], ['connected']]);
});

test('the socket of trigger orders opens and is reported when the account gets a trigger order, and closes a minute after the account has none', async () => {
  const { clock, open, urgencies, heard, start } = openSockets();
  const session = start(idle);
  await clock.pass(1_000);
  session.need(withStop);
  await clock.pass(1_000);
  expect(open).toEqual(['private', 'business']);
  expect(urgencies).toEqual(['private private', 'business business']);
  expect(heard).toEqual(['connected', 'triggersConnected']);
  session.need(idle);
  await clock.pass(unneededSocketMs - 1);
  session.need(withStop);
  session.need(idle);
  await clock.pass(unneededSocketMs - 1);
  expect(open).toEqual(['private', 'business']);
  await clock.pass(1);
  expect(open).toEqual(['private']);
});

test('an account with a stop connects with the urgency `managed`, and `close` of the session closes both sockets', async () => {
  const { clock, open, urgencies, start } = openSockets();
  const session = start(withStop);
  await clock.pass(1_000);
  expect(urgencies).toEqual(['private managed', 'business business']);
  session.close();
  expect(open).toEqual([]);
});

test('the listeners of other programs are reported without the own sockets, and are asked again after `listenerRecheckMs` while there are others', async () => {
  const { clock, counts, others, start } = openSockets();
  counts.push(4, 3, 2);
  start(idle);
  await clock.pass(listenerRecheckMs);
  expect(others).toEqual([2]);
  await clock.pass(listenerRecheckMs);
  expect(others).toEqual([2, 1]);
  await clock.pass(2 * listenerRecheckMs);
  expect(others).toEqual([2, 1, 0]);
});

test('the tickers of an instrument follow the needs of the account, also after the instrument was watched with other units', () => {
  const { tickerCalls, start } = openSockets();
  const session = start(idle);
  session.watch(ethSwap);
  session.need({ ...idle, prices: true });
  session.watch({ ...ethSwap });
  session.deliverTickers();
  session.close();
  expect(tickerCalls).toEqual(['need false', 'need true', 'need true', 'close', 'deliver', 'close']);
});
