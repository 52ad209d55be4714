// Cases 920-934: channels that push a deep book as changes, channels for higher fee tiers, the public liquidations, the liquidation warning, and channels that push nothing.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import type { Harness, Fields, RawSocket } from '../support/harness.ts';
import { codeOf, listening, login, pushes, rows } from '../support/sockets.ts';
import { ETH } from '../support/venue.ts';

type Side = readonly (readonly string[])[];

const subscribed = (harness: Harness, path: string, ...args: readonly Fields[]): RawSocket => {
  const socket = harness.socket(`/ws/v5/${path}`);
  socket.send({ op: 'subscribe', args });
  return socket;
};
const isolated = { tdMode: 'isolated' };

/** The cases of the channels. */
export const channelCases = cases([
  [
    920,
    '4.4 books snapshot, update',
    'a deep book is pushed once as a snapshot and then as changes, and each change contains the sequence id of the push before',
    (harness) => {
      const socket = subscribed(harness, 'public', { channel: 'books', instId: ETH });
      harness.walk('2000.02');
      harness.walk('2000.01');
      const pushed = pushes(socket, 'books');
      expect(pushed.map((push) => push['action'])).toEqual(['snapshot', 'update', 'update']);
      const [first, second, third] = rows(socket, 'books');
      expect(first?.['prevSeqId']).toBe(-1);
      expect([second?.['prevSeqId'], third?.['prevSeqId']]).toEqual([first?.['seqId'], second?.['seqId']]);
      expect(first?.['asks']).toHaveLength(400);
      return Promise.resolve();
    },
  ],
  [
    921,
    '4.4 books update levels',
    'the snapshot of a deep book, after all changes are applied, equals the book that REST returns',
    async (harness) => {
      const socket = subscribed(harness, 'public', { channel: 'books', instId: ETH });
      harness.walk('2000.03');
      harness.walk('1999.98');
      const book = new Map<string, string>();
      for (const row of rows(socket, 'books'))
        for (const [price = '', size = ''] of row['asks'] as Side)
          if (size === '0') book.delete(price);
          else book.set(price, size);
      const { row } = await harness.get('market/books', { instId: ETH, sz: '400' });
      expect([...book].sort((left, right) => Number(left[0]) - Number(right[0]))).toEqual(
        (row['asks'] as Side).map(([price, size]) => [price, size]),
      );
    },
  ],
  [
    922,
    '4.4 books without a change',
    'a deep book is pushed without levels when it has not changed for a minute',
    async (harness) => {
      const socket = subscribed(harness, 'public', { channel: 'books', instId: ETH });
      for (let times = 0; times < 4; times += 1) {
        await harness.pass(16_000);
        socket.send('ping');
      }
      const [first, last] = [rows(socket, 'books')[0], rows(socket, 'books').at(-1)];
      expect(last).toMatchObject({ asks: [], bids: [], seqId: first?.['seqId'], prevSeqId: first?.['seqId'] });
    },
  ],
  [
    923,
    '4.4 books5, bbo-tbt',
    'each push of the channels books5 and bbo-tbt contains the whole book and the instrument, and has no field `action`',
    (harness) => {
      const socket = subscribed(
        harness,
        'public',
        { channel: 'books5', instId: ETH },
        { channel: 'bbo-tbt', instId: ETH },
      );
      harness.walk('2000.02');
      for (const [channel, levels] of [
        ['books5', 5],
        ['bbo-tbt', 1],
      ] as const) {
        expect(pushes(socket, channel).map((push) => push['action'])).toEqual([undefined, undefined]);
        expect(rows(socket, channel)[1]).toMatchObject({ instId: ETH });
        expect(rows(socket, channel)[1]?.['bids']).toHaveLength(levels);
      }
      return Promise.resolve();
    },
  ],
  [
    932,
    '4.4 seqId',
    'a state of the book has one sequence id in all channels and in REST',
    async (harness) => {
      const [books, small] = ['books', 'books5'];
      const socket = subscribed(harness, 'public', { channel: books, instId: ETH }, { channel: small, instId: ETH });
      harness.walk('2000.02');
      const last = (channel: string): unknown => rows(socket, channel).at(-1)?.['seqId'];
      expect(last(small)).toBe(last(books));
      expect((await harness.get('market/books', { instId: ETH })).row['seqId']).toBe(last(books));
    },
  ],
  [
    933,
    '4.1 algo-advance',
    'trailing stops are pushed on the channel algo-advance at the subscription and after a change, and are not pushed on the channel orders-algo',
    async (harness) => {
      await harness.open('1');
      const trailing = { instId: ETH, tdMode: 'cross', side: 'sell', ordType: 'move_order_stop', sz: '1' };
      const place = (algoClOrdId: string): ReturnType<Harness['post']> =>
        harness.post('trade/order-algo', { ...trailing, algoClOrdId, callbackRatio: '0.01', reduceOnly: true });
      await place('early1');
      const socket = harness.socket('/ws/v5/business');
      login(harness, socket);
      const channels = ['algo-advance', 'orders-algo'].map((channel) => ({ channel, instType: 'SWAP' }));
      socket.send({ op: 'subscribe', args: channels });
      expect(rows(socket, 'algo-advance').map((row) => row['algoClOrdId'])).toEqual(['early1']);
      await place('late1');
      expect(rows(socket, 'algo-advance').map((row) => row['algoClOrdId'])).toEqual(['early1', 'late1']);
      expect(rows(socket, 'orders-algo')).toEqual([]);
    },
  ],
  [
    934,
    '4.4 account ccy',
    'the account channel pushes only the details of the currency in the subscription',
    async (harness) => {
      const socket = listening(harness, { channel: 'account', ccy: 'BTC' }, { channel: 'account', ccy: 'USDT' });
      await harness.open('1');
      const pushed = pushes(socket, 'account').map((push) => {
        const [row] = push['data'] as readonly Fields[];
        return [(push['arg'] as Fields)['ccy'], (row?.['details'] as readonly unknown[] | undefined)?.length];
      });
      expect(pushed).toEqual(
        expect.arrayContaining([
          ['BTC', 0],
          ['USDT', 1],
        ]),
      );
      expect(pushed.filter(([ccy, count]) => (ccy === 'BTC') === (count === 1))).toEqual([]);
    },
  ],
  [
    924,
    '4.4 fills VIP4+ (64003)',
    'a subscription to a fast book is refused until the socket is logged in and the account has the fee tier of the channel',
    (harness) => {
      const socket = subscribed(harness, 'public', { channel: 'books50-l2-tbt', instId: ETH });
      expect(codeOf(socket)).toBe('60011');
      login(harness, socket);
      socket.send({ op: 'subscribe', args: [{ channel: 'books50-l2-tbt', instId: ETH }] });
      expect(codeOf(socket)).toBe('64003');
      harness.accountAction('account', { level: 'VIP4' });
      socket.send({ op: 'subscribe', args: [{ channel: 'books50-l2-tbt', instId: ETH }] });
      expect(rows(socket, 'books50-l2-tbt')[0]?.['asks']).toHaveLength(50);
      socket.send({ op: 'subscribe', args: [{ channel: 'books-l2-tbt', instId: ETH }] });
      expect(codeOf(socket)).toBe('64003');
      return Promise.resolve();
    },
  ],
  [
    925,
    '4.4 fills',
    'the fills channel pushes every fill to an account of fee tier VIP5, and a push contains the client id only when the id is a number',
    async (harness) => {
      harness.accountAction('account', { level: 'VIP5' });
      const socket = listening(harness, { channel: 'fills', instId: ETH });
      await harness.open('1', 'buy', { clOrdId: 'word1' });
      await harness.open('1', 'buy', { clOrdId: '12345' });
      expect(rows(socket, 'fills')).toMatchObject([
        { instId: ETH, fillSz: '1', side: 'buy', execType: 'T', clOrdId: '' },
        { clOrdId: '12345', count: '1' },
      ]);
    },
  ],
  [
    926,
    '4.4 liquidation-orders',
    'a liquidation is pushed on the public channel to a socket that is not logged in',
    async (harness) => {
      const socket = subscribed(harness, 'public', { channel: 'liquidation-orders', instType: 'SWAP' });
      await harness.open('10', 'sell');
      harness.accountAction('liquidate');
      expect(rows(socket, 'liquidation-orders')).toMatchObject([
        { instId: ETH, instFamily: 'ETH-USDT', details: [{ side: 'buy', posSide: 'short', sz: '10' }] },
      ]);
    },
  ],
  [
    927,
    '4.4 liquidation-warning',
    'a position is pushed once on the channel liquidation-warning when it is near its liquidation',
    async (harness) => {
      await harness.post('account/set-leverage', { instId: ETH, mgnMode: 'isolated', lever: '50' });
      await harness.open('10', 'buy', isolated);
      const socket = listening(harness, { channel: 'liquidation-warning', instType: 'SWAP' });
      harness.walk('1995');
      expect(rows(socket, 'liquidation-warning')).toEqual([]);
      harness.walk('1980', '1979');
      expect(rows(socket, 'liquidation-warning')).toMatchObject([{ instId: ETH, mgnMode: 'isolated', pos: '10' }]);
    },
  ],
  [
    928,
    '4.4 account-greeks',
    'the channel account-greeks pushes the delta of each coin in which the account has a position',
    async (harness) => {
      await harness.open('10');
      const socket = listening(harness, { channel: 'account-greeks' });
      expect(rows(socket, 'account-greeks')).toMatchObject([{ ccy: 'ETH', deltaBS: '1' }]);
    },
  ],
  [
    929,
    '4.4 positions instFamily',
    'the channels positions and orders push only rows of the instrument family in the subscription',
    async (harness) => {
      const other = { instType: 'SWAP', instFamily: 'BTC-USDT' };
      const socket = listening(harness, { channel: 'positions', ...other }, { channel: 'orders', ...other });
      await harness.open('1');
      expect(rows(socket, 'orders')).toEqual([]);
      expect(rows(socket, 'positions')).toEqual([]);
    },
  ],
  [
    930,
    '4.1 quiet channels',
    'a subscription to a public channel of a product that the sandbox does not have is acknowledged, and the channel pushes nothing',
    (harness) => {
      const socket = subscribed(
        harness,
        'public',
        { channel: 'adl-warning', instType: 'SWAP' },
        { channel: 'opt-summary', instFamily: 'BTC-USD' },
      );
      expect(socket.frames.map((frame) => frame['event'])).toEqual(['subscribe', 'subscribe']);
      const business = subscribed(harness, 'business', { channel: 'grid-positions', algoId: '1' });
      expect(codeOf(business)).toBe('60011');
      return Promise.resolve();
    },
  ],
  [
    931,
    '3.2 fills, tradeId',
    'the trade ids of the public trades are whole numbers that rise with time, and the fills of the account have equal ids',
    async (harness) => {
      const socket = subscribed(harness, 'public', { channel: 'trades', instId: ETH });
      await harness.open('1');
      harness.walk('2001');
      await harness.open('1');
      const ids = rows(socket, 'trades').map((row) => String(row['tradeId']));
      expect(ids.every((id) => /^[1-9]\d*$/.test(id))).toBe(true);
      expect(ids.map(Number)).toEqual(ids.map(Number).sort((left, right) => left - right));
      const own = (await harness.get('trade/fills')).rows.map((row) => String(row['tradeId']));
      expect(ids).toEqual(expect.arrayContaining(own));
      const listed = (await harness.get('market/trades', { instId: ETH })).rows.map((row) => Number(row['tradeId']));
      expect(listed).toEqual([...listed].sort((left, right) => right - left));
    },
  ],
]);
