// Cases 800-829: log-in, subscriptions and pushes of the sockets.
import { expect } from 'vitest';
import { cases } from '../_cases.ts';
import type { Fields } from '../_harness.ts';
import { codeOf, listening, login, orders, pushes, rows } from '../_sockets.ts';
import { ETH } from '../_venue.ts';

/** Cases of sockets. */
export const socketCases = cases([
  [
    800,
    '4.2 login ok',
    'a log-in answers event login with code 0',
    (desk) => {
      const socket = desk.socket('/ws/v5/private');
      login(desk, socket);
      expect(socket.frames).toMatchObject([{ event: 'login', code: '0', msg: '' }]);
      return Promise.resolve();
    },
  ],
  [
    801,
    '4.2 login fail',
    'each fault of a log-in has its code, and the socket is closed with 4001',
    (desk) => {
      const faults: readonly (readonly [Fields, string])[] = [
        [{ timestamp: 'soon' }, '60004'],
        [{ apiKey: 'nobody' }, '60005'],
        [{ timestamp: String(Math.floor(desk.clock.now() / 1_000) - 60) }, '60006'],
        [{ sign: 'AAAA' }, '60007'],
        [{ passphrase: 'Wrong-1' }, '60024'],
      ];
      for (const [change, code] of faults) {
        const socket = desk.socket('/ws/v5/private');
        login(desk, socket, change);
        expect([codeOf(socket), socket.closed()]).toEqual([code, 4001]);
      }
      return Promise.resolve();
    },
  ],
  [
    802,
    '4.2 repeat login',
    'a second log-in is refused with 60031',
    (desk) => {
      const socket = desk.socket('/ws/v5/private');
      login(desk, socket);
      login(desk, socket);
      expect(codeOf(socket)).toBe('60031');
      return Promise.resolve();
    },
  ],
  [
    803,
    '4.6 60032',
    'a deleted key does not exist for sockets either',
    (desk) => {
      desk.act('loseKey', { apiKey: desk.keys.apiKey });
      const socket = desk.socket('/ws/v5/private');
      login(desk, socket);
      expect(codeOf(socket)).toBe('60032');
      return Promise.resolve();
    },
  ],
  [
    804,
    '4.1 close 4007',
    'deleting a key closes its sockets with 4007',
    (desk) => {
      const socket = listening(desk, orders);
      desk.act('loseKey', { apiKey: desk.keys.apiKey });
      expect(socket.closed()).toBe(4007);
      return Promise.resolve();
    },
  ],
  [
    805,
    '4.6 60011',
    'a private channel before the log-in',
    (desk) => {
      const socket = desk.socket('/ws/v5/private');
      socket.say({ op: 'subscribe', args: [orders] });
      expect(codeOf(socket)).toBe('60011');
      return Promise.resolve();
    },
  ],
  [
    806,
    '4.1 wrong path',
    'a channel at the wrong address is 60018 and is named',
    (desk) => {
      const socket = desk.socket('/ws/v5/public');
      socket.say({ op: 'subscribe', args: [{ channel: 'candle1m', instId: ETH }] });
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
    'nonsense, an unknown operation and an empty list',
    (desk) => {
      const socket = desk.socket('/ws/v5/public');
      const said = (message: unknown): unknown => {
        socket.say(message);
        return codeOf(socket);
      };
      expect([said('{'), said({ op: 'dance', args: [] }), said({ op: 'subscribe', args: [] })]).toEqual([
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
    'channels of higher tiers',
    (desk) => {
      const socket = listening(desk, { channel: 'fills' });
      expect(codeOf(socket)).toBe('64003');
      return Promise.resolve();
    },
  ],
  [
    809,
    '4.3 subscribe',
    'each argument is acknowledged as it was sent, with the id',
    (desk) => {
      const socket = desk.socket('/ws/v5/public');
      socket.say({
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
    'after unsubscribing nothing comes',
    (desk) => {
      const socket = desk.socket('/ws/v5/public');
      const args = [{ channel: 'tickers', instId: ETH }];
      socket.say({ op: 'subscribe', args });
      socket.say({ op: 'unsubscribe', args });
      const before = socket.texts.length;
      desk.walk('2010');
      expect(socket.texts.length).toBe(before);
      return Promise.resolve();
    },
  ],
  [
    811,
    '4.1 keep-alive',
    'the text ping is answered with the text pong',
    (desk) => {
      const socket = desk.socket('/ws/v5/public');
      socket.say('ping');
      expect(socket.texts).toEqual(['pong']);
      return Promise.resolve();
    },
  ],
  [
    812,
    '4.1 idle close',
    'thirty silent seconds end a socket with 4004',
    async (desk) => {
      const socket = desk.socket('/ws/v5/private');
      await desk.pass(31_000);
      expect(socket.closed()).toBe(4004);
    },
  ],
  [
    813,
    '4.1 1009',
    'more than 64 KB of arguments break the frame',
    (desk) => {
      const socket = desk.socket('/ws/v5/public');
      socket.say(`{"op":"subscribe","args":"${'x'.repeat(66_000)}"}`);
      expect(socket.closed()).toBe(1009);
      return Promise.resolve();
    },
  ],
  [
    814,
    '4.1 480 per hour',
    'the 481st operation of an hour is too frequent',
    (desk) => {
      const socket = desk.socket('/ws/v5/public');
      for (let count = 0; count < 481; count += 1)
        socket.say({ op: 'unsubscribe', args: [{ channel: 'tickers', instId: ETH }] });
      expect(codeOf(socket)).toBe('60014');
      return Promise.resolve();
    },
  ],
  [
    815,
    '4.3 channel-conn-count',
    'the sockets of a channel are counted',
    (desk) => {
      listening(desk, orders);
      const second = listening(desk, orders);
      expect(second.frames).toContainEqual(
        expect.objectContaining({ event: 'channel-conn-count', channel: 'orders', connCount: '2' }),
      );
      return Promise.resolve();
    },
  ],
  [
    816,
    '4.3 channel-conn-count-error',
    'the 31st is acknowledged and then dropped',
    async (desk) => {
      const sockets = Array.from({ length: 31 }, () => listening(desk, orders));
      expect(sockets.at(-1)?.frames.at(-1)).toMatchObject({ event: 'channel-conn-count-error', connCount: '30' });
      await desk.order();
      expect(sockets.slice(30).flatMap((socket) => rows(socket, 'orders'))).toEqual([]);
    },
  ],
  [
    820,
    '4.4 orders',
    'an order is pushed live, then filled with its own fill',
    async (desk) => {
      const socket = listening(desk, orders);
      await desk.order({ clOrdId: 'w820', px: '2010' });
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
    'the first push of the channel is a change, never a snapshot',
    async (desk) => {
      await desk.order();
      expect(rows(listening(desk, orders), 'orders')).toEqual([]);
    },
  ],
  [
    822,
    '4.4 amendResult',
    'an amendment is pushed with its request id and result',
    async (desk) => {
      await desk.order({ clOrdId: 'w822' });
      const socket = listening(desk, orders);
      await desk.command('amend-order', { instId: ETH, clOrdId: 'w822', newSz: '2', reqId: 'r1' }, 'amend');
      expect(rows(socket, 'orders')).toMatchObject([{ reqId: 'r1', amendResult: '0', sz: '2' }]);
    },
  ],
  [
    823,
    '4.4 account',
    'the balance comes as a snapshot, then with every change',
    async (desk) => {
      const socket = listening(desk, { channel: 'account' });
      expect(pushes(socket, 'account')).toMatchObject([{ eventType: 'snapshot', curPage: 1, lastPage: true }]);
      await desk.open();
      expect(pushes(socket, 'account').at(-1)).toMatchObject({ eventType: 'event_update' });
    },
  ],
  [
    824,
    '4.4 positions',
    'a closed position is pushed once with size zero',
    async (desk) => {
      await desk.open();
      const socket = listening(desk, { channel: 'positions', instType: 'SWAP' });
      await desk.open('1', 'sell');
      expect(rows(socket, 'positions').map((row) => row['pos'])).toEqual(['1', '0']);
    },
  ],
  [
    825,
    '4.4 balance_and_position',
    'a fill is told with both halves and its trade',
    async (desk) => {
      const socket = listening(desk, { channel: 'balance_and_position' });
      await desk.open();
      expect(rows(socket, 'balance_and_position').map((row) => row['eventType'])).toEqual(['snapshot', 'filled']);
      expect(rows(socket, 'balance_and_position').at(-1)).toMatchObject({ trades: [{ instId: ETH }] });
    },
  ],
  [
    826,
    '4.4 arg echo',
    'a push repeats the argument as subscribed, private ones with the uid',
    async (desk) => {
      const socket = listening(desk, { channel: 'orders', instType: 'ANY', instId: ETH });
      await desk.order();
      expect(pushes(socket, 'orders')[0]?.['arg']).toEqual({
        channel: 'orders',
        instType: 'ANY',
        instId: ETH,
        uid: desk.keys.accountId,
      });
    },
  ],
  [
    827,
    '4.4 extraParams',
    'an account can be heard on events only',
    async (desk) => {
      const socket = listening(desk, { channel: 'account', extraParams: '{"updateInterval":"0"}' });
      await desk.pass(12_000);
      expect(pushes(socket, 'account')).toHaveLength(1);
    },
  ],
  [
    828,
    '4.4 orders-algo',
    'stops are heard on the business socket after a log-in of its own',
    async (desk) => {
      const socket = desk.socket('/ws/v5/business');
      socket.say({ op: 'subscribe', args: [{ channel: 'orders-algo', instType: 'SWAP' }] });
      expect(codeOf(socket)).toBe('60011');
      login(desk, socket);
      socket.say({ op: 'subscribe', args: [{ channel: 'orders-algo', instType: 'SWAP' }] });
      await desk.open();
      await desk.stop();
      expect(rows(socket, 'orders-algo')).toMatchObject([{ state: 'live', slTriggerPx: '1950' }]);
    },
  ],
  [
    829,
    '4.4 instruments',
    'a change of an instrument is pushed',
    async (desk) => {
      const socket = desk.socket('/ws/v5/public');
      socket.say({ op: 'subscribe', args: [{ channel: 'instruments', instType: 'SWAP' }] });
      desk.core.order('instruments', { instId: ETH, state: 'suspend' });
      await desk.pass(250);
      expect(rows(socket, 'instruments')).toMatchObject([{ instId: ETH, state: 'suspend' }]);
    },
  ],
]);
