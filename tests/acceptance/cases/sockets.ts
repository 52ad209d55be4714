// Cases 800-829: the log-in on the sockets, their subscriptions and their pushes.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import type { Fields } from '../support/harness.ts';
import { codeOf, listening, login, orders, pushes, rows } from '../support/sockets.ts';
import { ETH } from '../support/venue.ts';

/** The cases of sockets. */
export const socketCases = cases([
  [
    800,
    '4.2 login ok',
    'a log-in returns the event `login` with code 0',
    (harness) => {
      const socket = harness.socket('/ws/v5/private');
      login(harness, socket);
      expect(socket.frames).toMatchObject([{ event: 'login', code: '0', msg: '' }]);
      return Promise.resolve();
    },
  ],
  [
    801,
    '4.2 login fail',
    'a log-in with a wrong field is refused with the code of this field, and the socket is closed with 4001',
    (harness) => {
      const faults: readonly (readonly [Fields, string])[] = [
        [{ timestamp: 'soon' }, '60004'],
        [{ apiKey: 'nobody' }, '60005'],
        [{ timestamp: String(Math.floor(harness.clock.now() / 1_000) - 60) }, '60006'],
        [{ sign: 'AAAA' }, '60007'],
        [{ passphrase: 'Wrong-1' }, '60024'],
      ];
      for (const [change, code] of faults) {
        const socket = harness.socket('/ws/v5/private');
        login(harness, socket, change);
        expect([codeOf(socket), socket.closed()]).toEqual([code, 4001]);
      }
      return Promise.resolve();
    },
  ],
  [
    802,
    '4.2 repeat login',
    'a second log-in is refused with 60031',
    (harness) => {
      const socket = harness.socket('/ws/v5/private');
      login(harness, socket);
      login(harness, socket);
      expect(codeOf(socket)).toBe('60031');
      return Promise.resolve();
    },
  ],
  [
    803,
    '4.6 60032',
    'a log-in with a deleted key is refused with 60032',
    (harness) => {
      harness.accountAction('loseKey', { apiKey: harness.keys.apiKey });
      const socket = harness.socket('/ws/v5/private');
      login(harness, socket);
      expect(codeOf(socket)).toBe('60032');
      return Promise.resolve();
    },
  ],
  [
    804,
    '4.1 close 4007',
    'deleting a key closes its sockets with 4007',
    (harness) => {
      const socket = listening(harness, orders);
      harness.accountAction('loseKey', { apiKey: harness.keys.apiKey });
      expect(socket.closed()).toBe(4007);
      return Promise.resolve();
    },
  ],
  [
    805,
    '4.6 60011',
    'a subscription to a private channel before the log-in is refused with 60011',
    (harness) => {
      const socket = harness.socket('/ws/v5/private');
      socket.send({ op: 'subscribe', args: [orders] });
      expect(codeOf(socket)).toBe('60011');
      return Promise.resolve();
    },
  ],
  [
    806,
    '4.1 wrong path',
    'a subscription at the wrong address is refused with 60018, and the error message contains the channel',
    (harness) => {
      const socket = harness.socket('/ws/v5/public');
      socket.send({ op: 'subscribe', args: [{ channel: 'candle1m', instId: ETH }] });
      expect(socket.frames.at(-1)).toMatchObject({
        event: 'error',
        code: '60018',
        msg: expect.stringContaining('channel:candle1m') as unknown,
      });
      return Promise.resolve();
    },
  ],
  [
    807,
    '4.6 60012, 60019, 60027',
    'invalid JSON is refused with 60012, an unknown operation is refused with 60019, and an empty list of arguments is refused with 60027',
    (harness) => {
      const socket = harness.socket('/ws/v5/public');
      const codeAfter = (message: unknown): unknown => {
        socket.send(message);
        return codeOf(socket);
      };
      expect([codeAfter('{'), codeAfter({ op: 'dance', args: [] }), codeAfter({ op: 'subscribe', args: [] })]).toEqual([
        '60012',
        '60019',
        '60027',
      ]);
      return Promise.resolve();
    },
  ],
  [
    808,
    '4.6 64003',
    'a subscription to a channel for a higher fee tier is refused with 64003',
    (harness) => {
      const socket = listening(harness, { channel: 'fills' });
      expect(codeOf(socket)).toBe('64003');
      return Promise.resolve();
    },
  ],
  [
    809,
    '4.3 subscribe',
    'each argument of a subscription is acknowledged unchanged, together with the message id',
    (harness) => {
      const socket = harness.socket('/ws/v5/public');
      socket.send({
        id: 'x1',
        op: 'subscribe',
        args: [
          { channel: 'tickers', instId: ETH },
          { channel: 'mark-price', instId: ETH },
        ],
      });
      const acks = socket.frames.filter((frame) => frame['event'] === 'subscribe');
      expect(acks).toMatchObject([
        { id: 'x1', arg: { channel: 'tickers', instId: ETH } },
        { id: 'x1', arg: { channel: 'mark-price' } },
      ]);
      expect(rows(socket, 'tickers')).toMatchObject([{ last: '2000' }]);
      return Promise.resolve();
    },
  ],
  [
    810,
    '4.3 unsubscribe',
    'a channel sends no push after the client has unsubscribed',
    (harness) => {
      const socket = harness.socket('/ws/v5/public');
      const args = [{ channel: 'tickers', instId: ETH }];
      socket.send({ op: 'subscribe', args });
      socket.send({ op: 'unsubscribe', args });
      const before = socket.texts.length;
      harness.walk('2010');
      expect(socket.texts.length).toBe(before);
      return Promise.resolve();
    },
  ],
  [
    811,
    '4.1 keep-alive',
    'the response to the text `ping` is the text `pong`',
    (harness) => {
      const socket = harness.socket('/ws/v5/public');
      socket.send('ping');
      expect(socket.texts).toEqual(['pong']);
      return Promise.resolve();
    },
  ],
  [
    812,
    '4.1 idle close',
    'a socket is closed with 4004 when the client sends no message for thirty seconds',
    async (harness) => {
      const socket = harness.socket('/ws/v5/private');
      await harness.pass(31_000);
      expect(socket.closed()).toBe(4004);
    },
  ],
  [
    813,
    '4.1 1009',
    'a socket is closed with 1009 when the client sends a frame with more than 64 KB of arguments',
    (harness) => {
      const socket = harness.socket('/ws/v5/public');
      socket.send(`{"op":"subscribe","args":"${'x'.repeat(66_000)}"}`);
      expect(socket.closed()).toBe(1009);
      return Promise.resolve();
    },
  ],
  [
    814,
    '4.1 480 per hour',
    'the 481st operation of a socket within an hour is refused with 60014',
    (harness) => {
      const socket = harness.socket('/ws/v5/public');
      for (let count = 0; count < 481; count += 1)
        socket.send({ op: 'unsubscribe', args: [{ channel: 'tickers', instId: ETH }] });
      expect(codeOf(socket)).toBe('60014');
      return Promise.resolve();
    },
  ],
  [
    815,
    '4.3 channel-conn-count',
    'the response to a subscription contains the number of sockets that are subscribed to the channel',
    (harness) => {
      listening(harness, orders);
      const second = listening(harness, orders);
      expect(second.frames).toContainEqual(
        expect.objectContaining({ event: 'channel-conn-count', channel: 'orders', connCount: '2' }),
      );
      return Promise.resolve();
    },
  ],
  [
    816,
    '4.3 channel-conn-count-error',
    'the 31st socket of a channel gets an error and no pushes',
    async (harness) => {
      const sockets = Array.from({ length: 31 }, () => listening(harness, orders));
      expect(sockets.at(-1)?.frames.at(-1)).toMatchObject({ event: 'channel-conn-count-error', connCount: '30' });
      await harness.order();
      expect(sockets.slice(30).flatMap((socket) => rows(socket, 'orders'))).toEqual([]);
    },
  ],
  [
    820,
    '4.4 orders',
    'an order is pushed with the state `live` and then with the state `filled`, and the second push contains the fill',
    async (harness) => {
      const socket = listening(harness, orders);
      await harness.order({ clOrdId: 'w820', px: '2010' });
      expect(rows(socket, 'orders').map((row) => [row['state'], row['fillSz'], row['execType']])).toEqual([
        ['live', '0', ''],
        ['filled', '1', 'T'],
      ]);
      expect(rows(socket, 'orders').at(-1)).toMatchObject({
        fillFee: '-0.1000005',
        fillFeeCcy: 'USDT',
        code: '0',
        msg: '',
      });
    },
  ],
  [
    821,
    '4.4 orders',
    'the orders channel sends no snapshot after the subscription',
    async (harness) => {
      await harness.order();
      expect(rows(listening(harness, orders), 'orders')).toEqual([]);
    },
  ],
  [
    822,
    '4.4 amendResult',
    'an amendment is pushed with its request id and result',
    async (harness) => {
      await harness.order({ clOrdId: 'w822' });
      const socket = listening(harness, orders);
      await harness.command('amend-order', { instId: ETH, clOrdId: 'w822', newSz: '2', reqId: 'r1' }, 'amend');
      expect(rows(socket, 'orders')).toMatchObject([{ reqId: 'r1', amendResult: '0', sz: '2' }]);
    },
  ],
  [
    823,
    '4.4 account',
    'the balance is pushed as a snapshot after the subscription, and again after an order has filled',
    async (harness) => {
      const socket = listening(harness, { channel: 'account' });
      expect(pushes(socket, 'account')).toMatchObject([{ eventType: 'snapshot', curPage: 1, lastPage: true }]);
      await harness.open();
      expect(pushes(socket, 'account').at(-1)).toMatchObject({ eventType: 'event_update' });
    },
  ],
  [
    824,
    '4.4 positions',
    'a position is pushed once with size zero when it closes',
    async (harness) => {
      await harness.open();
      const socket = listening(harness, { channel: 'positions', instType: 'SWAP' });
      await harness.open('1', 'sell');
      expect(rows(socket, 'positions').map((row) => row['pos'])).toEqual(['1', '0']);
    },
  ],
  [
    825,
    '4.4 balance_and_position',
    'a push of the channel balance_and_position after a fill has the event type `filled` and contains the trade',
    async (harness) => {
      const socket = listening(harness, { channel: 'balance_and_position' });
      await harness.open();
      expect(rows(socket, 'balance_and_position').map((row) => row['eventType'])).toEqual(['snapshot', 'filled']);
      expect(rows(socket, 'balance_and_position').at(-1)).toMatchObject({ trades: [{ instId: ETH }] });
    },
  ],
  [
    826,
    '4.4 arg echo',
    'a private push repeats the argument of the subscription and adds the uid',
    async (harness) => {
      const socket = listening(harness, { channel: 'orders', instType: 'ANY', instId: ETH });
      await harness.order();
      expect(pushes(socket, 'orders')[0]?.['arg']).toEqual({
        channel: 'orders',
        instType: 'ANY',
        instId: ETH,
        uid: harness.keys.accountId,
      });
    },
  ],
  [
    827,
    '4.4 extraParams',
    'an account channel with `updateInterval` 0 pushes only after events',
    async (harness) => {
      const socket = listening(harness, { channel: 'account', extraParams: '{"updateInterval":"0"}' });
      await harness.pass(12_000);
      expect(pushes(socket, 'account')).toHaveLength(1);
    },
  ],
  [
    828,
    '4.4 orders-algo',
    'stops are pushed on the business socket after a log-in on this socket',
    async (harness) => {
      const socket = harness.socket('/ws/v5/business');
      socket.send({ op: 'subscribe', args: [{ channel: 'orders-algo', instType: 'SWAP' }] });
      expect(codeOf(socket)).toBe('60011');
      login(harness, socket);
      socket.send({ op: 'subscribe', args: [{ channel: 'orders-algo', instType: 'SWAP' }] });
      await harness.open();
      await harness.stop();
      expect(rows(socket, 'orders-algo')).toMatchObject([{ state: 'live', slTriggerPx: '1950' }]);
    },
  ],
  [
    829,
    '4.4 instruments',
    'an instrument is pushed when its state changes',
    async (harness) => {
      const socket = harness.socket('/ws/v5/public');
      socket.send({ op: 'subscribe', args: [{ channel: 'instruments', instType: 'SWAP' }] });
      harness.core.administer('instruments', { instId: ETH, state: 'suspend' });
      await harness.pass(250);
      expect(rows(socket, 'instruments')).toMatchObject([{ instId: ETH, state: 'suspend' }]);
    },
  ],
]);
