// Cases 950-975: stops that end when their position closes, trigger levels that are given as a ratio or compared with the mark or index price, amended stops, filters of the order lists, and refused requests.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import type { Harness, Fields } from '../support/harness.ts';
import { codeOf, listening, login, operation, rows } from '../support/sockets.ts';
import { ETH } from '../support/venue.ts';

const pending = async (harness: Harness, ordType = 'conditional'): Promise<readonly Fields[]> =>
  (await harness.get('trade/orders-algo-pending', { ordType })).rows;
const withStop = (fields: Fields): Fields => ({ attachAlgoOrds: [{ slOrdPx: '-1', tpOrdPx: '-1', ...fields }] });

/** The cases of stops and order lists. */
export const stopCases = cases([
  [
    950,
    '3.3 cxlOnClosePos',
    'a stop with `cxlOnClosePos` is cancelled when the position closes, and a stop without `cxlOnClosePos` stays open',
    async (harness) => {
      await harness.open('2');
      const tied = await harness.stop({ cxlOnClosePos: true });
      const free = await harness.stop();
      expect(await pending(harness)).toMatchObject([{ cxlOnClosePos: 'false' }, { cxlOnClosePos: 'true' }]);
      await harness.open('2', 'sell', { reduceOnly: true });
      expect((await pending(harness)).map((row) => row['algoId'])).toEqual([free.row['algoId']]);
      const { rows: ended } = await harness.get('trade/orders-algo-history', {
        ordType: 'conditional',
        state: 'canceled',
      });
      expect(ended).toMatchObject([{ algoId: tied.row['algoId'] }]);
    },
  ],
  [
    951,
    '3.3 cxlOnClosePos needs reduceOnly',
    'a stop with `cxlOnClosePos` is refused with 51000 when `reduceOnly` is false',
    async (harness) => {
      await harness.open('2');
      expect((await harness.stop({ cxlOnClosePos: true, reduceOnly: false })).row['sCode']).toBe('51000');
    },
  ],
  [
    952,
    '3.3 closeFraction after the position',
    'a stop for the whole position is cancelled when the position closes, and the cancelled stop is pushed',
    async (harness) => {
      await harness.open('2');
      await harness.stop({ sz: '', closeFraction: '1' });
      const socket = harness.socket('/ws/v5/business');
      login(harness, socket);
      socket.send({ op: 'subscribe', args: [{ channel: 'orders-algo', instType: 'SWAP' }] });
      await harness.open('2', 'sell', { reduceOnly: true });
      expect(await pending(harness)).toEqual([]);
      expect(rows(socket, 'orders-algo').map((row) => row['state'])).toEqual(['canceled']);
    },
  ],
  [
    953,
    '3.1 closeOrderAlgo[]',
    'a position row contains the stop that closes the whole position',
    async (harness) => {
      await harness.open('2');
      const placed = await harness.stop({ sz: '', closeFraction: '1', slTriggerPxType: 'mark' });
      const { row } = await harness.get('account/positions');
      expect(row['closeOrderAlgo']).toEqual([
        {
          algoId: placed.row['algoId'],
          slTriggerPx: '1950',
          slTriggerPxType: 'mark',
          tpTriggerPx: '',
          tpTriggerPxType: '',
          closeFraction: '1',
        },
      ]);
    },
  ],
  [
    954,
    '3.3 slTriggerPxType',
    'a trigger level uses the last price by default, and the list of stops shows the price type that was requested',
    async (harness) => {
      await harness.open('2');
      await harness.stop();
      expect(await pending(harness)).toMatchObject([{ slTriggerPxType: 'last', tpTriggerPxType: '' }]);
      await harness.stop({ slTriggerPxType: 'index' });
      expect((await pending(harness))[0]).toMatchObject({ slTriggerPxType: 'index' });
      expect((await harness.stop({ slTriggerPxType: 'best' })).row['sCode']).toBe('51000');
    },
  ],
  [
    955,
    '3.3 amend-algos newSlTriggerPxType',
    'an amendment can change a trigger level and its price type',
    async (harness) => {
      await harness.open('2');
      const { row } = await harness.stop();
      const change = { instId: ETH, algoId: row['algoId'], newSlTriggerPx: '1940', newSlTriggerPxType: 'mark' };
      expect((await harness.post('trade/amend-algos', change)).code).toBe('0');
      expect(await pending(harness)).toMatchObject([{ slTriggerPx: '1940', slTriggerPxType: 'mark' }]);
    },
  ],
  [
    956,
    '3.2 tpTriggerRatio, slTriggerRatio (buy)',
    'the attached stops of a buy order can be given as ratios of the order price',
    async (harness) => {
      await harness.order(withStop({ tpTriggerRatio: '0.05', slTriggerRatio: '0.1' }));
      const [attached] = (await harness.get('trade/orders-pending')).row['attachAlgoOrds'] as readonly Fields[];
      expect(attached).toMatchObject({ tpTriggerRatio: '0.05', slTriggerRatio: '0.1', tpTriggerPx: '' });
      harness.walk('1989.99');
      expect(await pending(harness, 'oco')).toMatchObject([{ tpTriggerPx: '2089.5', slTriggerPx: '1791' }]);
    },
  ],
  [
    957,
    '3.2 tpTriggerRatio, slTriggerRatio (sell)',
    'for a sell order, the take-profit level is below the order price and the stop level is above the order price',
    async (harness) => {
      await harness.open('1', 'sell', withStop({ tpTriggerRatio: '-0.05', slTriggerRatio: '0.05' }));
      const [{ tpTriggerPx, slTriggerPx } = {}] = await pending(harness, 'oco');
      expect([tpTriggerPx, slTriggerPx]).toEqual(['1900', '2100']);
      const both = withStop({ tpTriggerRatio: '-0.05', tpTriggerPx: '1900' });
      expect((await harness.order({ ...both, side: 'sell', px: '2010' })).row['sCode']).toBe('51000');
    },
  ],
  [
    958,
    '3.2 amend-order attachAlgoOrds',
    'amend-order changes the attached stops of a resting order, and the stops are placed with the amended level when the order fills',
    async (harness) => {
      const { row } = await harness.order(withStop({ slTriggerPx: '1900' }));
      const change = { instId: ETH, ordId: row['ordId'], attachAlgoOrds: [{ newSlTriggerPx: '1880' }] };
      expect((await harness.command('amend-order', change, 'amend')).row['sCode']).toBe('0');
      const [attached] = (await harness.get('trade/orders-pending')).row['attachAlgoOrds'] as readonly Fields[];
      expect(attached).toMatchObject({ slTriggerPx: '1880' });
      harness.walk('1989.99');
      expect(await pending(harness)).toMatchObject([{ slTriggerPx: '1880' }]);
    },
  ],
  [
    959,
    '3.2 amend-order attachAlgoOrds, id',
    'an amendment of an order with two attached stops must contain the id of the stop',
    async (harness) => {
      const stops = [
        { slTriggerPx: '1900', slOrdPx: '-1', attachAlgoClOrdId: 'first1' },
        { slTriggerPx: '1890', slOrdPx: '-1', attachAlgoClOrdId: 'second1' },
      ];
      const { row } = await harness.order({ attachAlgoOrds: stops });
      const change = (attached: Fields): ReturnType<Harness['command']> =>
        harness.command('amend-order', { instId: ETH, ordId: row['ordId'], attachAlgoOrds: [attached] }, 'amend');
      expect((await change({ newSlTriggerPx: '1880' })).row['sCode']).toBe('51000');
      expect((await change({ attachAlgoClOrdId: 'second1', newSlTriggerPx: '1880' })).row['sCode']).toBe('0');
      const attached = (await harness.get('trade/orders-pending')).row['attachAlgoOrds'] as readonly Fields[];
      expect(attached.map((one) => one['slTriggerPx'])).toEqual(['1900', '1880']);
    },
  ],
  [
    960,
    '3.2 ordType rpi (elp)',
    'an order of type `rpi` or `elp` rests when its price does not match, and is cancelled when its price would match',
    async (harness) => {
      const { row } = await harness.order({ ordType: 'rpi' });
      await harness.order({ ordType: 'elp' });
      expect((await harness.get('trade/orders-pending')).rows.map((one) => one['ordType'])).toEqual(['rpi', 'rpi']);
      const crossing = await harness.order({ ordType: 'rpi', px: '2010' });
      const listed = await harness.get('trade/order', { instId: ETH, ordId: String(crossing.row['ordId']) });
      expect(listed.row).toMatchObject({ state: 'canceled', cancelSource: '31' });
      expect(row['sCode']).toBe('0');
    },
  ],
  [
    961,
    '3.2 orders-history instType*',
    'the history lists require the instrument type',
    async (harness) => {
      await harness.open('1');
      for (const path of ['trade/orders-history', 'trade/orders-history-archive', 'trade/fills-history']) {
        expect((await harness.get(path)).code).toBe('50014');
        expect((await harness.get(path, { instType: 'STOCK' })).code).toBe('51000');
        expect((await harness.get(path, { instType: 'SPOT' })).rows).toEqual([]);
        expect((await harness.get(path, { instType: 'SWAP' })).rows).toHaveLength(1);
      }
    },
  ],
  [
    962,
    '3.2 orders-pending instFamily',
    'the lists of orders and fills can be filtered by the instrument family',
    async (harness) => {
      await harness.open('1');
      await harness.order();
      for (const path of ['trade/orders-pending', 'trade/fills']) {
        expect((await harness.get(path, { instType: 'SWAP', instFamily: 'BTC-USDT' })).rows).toEqual([]);
        expect((await harness.get(path, { instType: 'SWAP', instFamily: 'ETH-USDT' })).rows).toHaveLength(1);
      }
    },
  ],
  [
    963,
    '6 51003',
    'a request for an order is refused with 51003 when it contains no order id',
    async (harness) => {
      expect((await harness.get('trade/order', { instId: ETH })).code).toBe('51003');
    },
  ],
  [
    964,
    '2.2 candles 1,440',
    'market/candles returns only the latest 1,440 bars, and market/history-candles also returns older bars',
    async (harness) => {
      const before = (minutes: number): Readonly<Record<string, string>> => ({
        instId: 'BTC-USDT-SWAP',
        bar: '1m',
        limit: '5',
        after: String(harness.clock.now() - minutes * 60_000),
      });
      expect((await harness.get('market/candles', before(1_000))).rows).toHaveLength(5);
      expect((await harness.get('market/candles', before(1_500))).rows).toEqual([]);
      expect((await harness.get('market/history-candles', before(1_500))).rows).toHaveLength(5);
    },
  ],
  [
    965,
    '4.5 mass-cancel',
    'mass cancellation is refused when the account is not a market maker of options',
    async (harness) => {
      expect((await harness.post('trade/mass-cancel', { instType: 'SWAP', instFamily: 'ETH-USDT' })).code).toBe(
        '51000',
      );
      const option = { instType: 'OPTION', instFamily: 'BTC-USD' };
      expect((await harness.post('trade/mass-cancel', option)).code).toBe('51010');
      const socket = listening(harness, { channel: 'account' });
      socket.send(operation('mass-cancel', [option]));
      expect(codeOf(socket)).toBe('51010');
    },
  ],
  [
    966,
    '1.1 50014',
    'a ticker request without an instrument returns 50014, and a request with an unknown instrument returns 51001',
    async (harness) => {
      expect(await harness.get('market/ticker')).toMatchObject({ status: 400, code: '50014' });
      expect((await harness.get('market/ticker', { instId: 'NO-SUCH-SWAP' })).code).toBe('51001');
    },
  ],
  [
    967,
    '6 51046-51049',
    'an order is refused when the level of an attached stop is on the wrong side of the order price',
    async (harness) => {
      const refused = async (side: string, fields: Fields): Promise<unknown> =>
        (await harness.order({ ...withStop(fields), side, px: side === 'buy' ? '1990' : '2010' })).row['sCode'];
      expect(await refused('buy', { tpTriggerPx: '1980' })).toBe('51046');
      expect(await refused('buy', { slTriggerPx: '1995' })).toBe('51047');
      expect(await refused('sell', { tpTriggerPx: '2020' })).toBe('51048');
      expect(await refused('sell', { slTriggerPx: '2005' })).toBe('51049');
    },
  ],
  [
    968,
    '6 51204',
    'an order without a price is refused with 51204 when its type needs a price',
    async (harness) => {
      for (const ordType of ['limit', 'post_only', 'fok', 'ioc'])
        expect((await harness.order({ ordType, px: '' })).row['sCode']).toBe('51204');
      expect((await harness.order({ px: 'dear' })).row['sCode']).toBe('51000');
    },
  ],
  [
    969,
    '3.1 51039, 59111',
    'with portfolio margin, a request to set or read the cross leverage is refused',
    async (harness) => {
      const body = { instId: ETH, lever: '5', mgnMode: 'cross' };
      expect((await harness.post('account/set-leverage', body)).code).toBe('51039');
      expect((await harness.get('account/leverage-info', { instId: ETH, mgnMode: 'cross' })).code).toBe('59111');
    },
    { account: { acctLv: '4' } },
  ],
  [
    970,
    '3.2 51410',
    'when cancellations are delayed, a cancellation is accepted, a second cancellation of the order is refused with 51410, and the order ends after the delay',
    async (harness) => {
      harness.fault('slow', { delayMs: 1_000 });
      const { row } = await harness.order();
      const cancel = (): ReturnType<Harness['command']> =>
        harness.command('cancel-order', { instId: ETH, ordId: row['ordId'] }, 'cancel');
      expect((await cancel()).row['sCode']).toBe('0');
      expect((await cancel()).row['sCode']).toBe('51410');
      expect((await harness.get('trade/orders-pending')).rows).toHaveLength(1);
      await harness.pass(1_500);
      expect((await harness.get('trade/orders-pending')).rows).toEqual([]);
    },
  ],
  [
    971,
    '3.2 51513',
    'three amendments of an order can be pending, and a fourth amendment is refused with 51513',
    async (harness) => {
      harness.fault('slow', { delayMs: 1_000 });
      const { row } = await harness.order();
      const amend = (newSz: string): ReturnType<Harness['command']> =>
        harness.command('amend-order', { instId: ETH, ordId: row['ordId'], newSz }, 'amend');
      const codes = [];
      for (const size of ['2', '3', '4', '5']) codes.push((await amend(size)).row['sCode']);
      expect(codes).toEqual(['0', '0', '0', '51513']);
      await harness.pass(1_500);
      expect((await harness.get('trade/orders-pending')).row['sz']).toBe('4');
    },
  ],
  [
    972,
    '4.4 amendResult -1',
    'an accepted amendment is pushed as failed when the order fills before the amendment takes effect',
    async (harness) => {
      const socket = listening(harness, { channel: 'orders', instType: 'SWAP' });
      harness.fault('slow', { delayMs: 1_000 });
      const { row } = await harness.order();
      const change = { instId: ETH, ordId: row['ordId'], newSz: '2', reqId: 'late1' };
      expect((await harness.command('amend-order', change, 'amend')).row['sCode']).toBe('0');
      harness.walk('1989.99');
      await harness.pass(1_500);
      expect(rows(socket, 'orders').at(-1)).toMatchObject({ reqId: 'late1', amendResult: '-1', state: 'filled' });
    },
  ],
  [
    973,
    '3.2 attachAlgoOrds sz (split TPs)',
    'when a split take-profit triggers, it closes a part of the position, and the size of the part is the size of the take-profit',
    async (harness) => {
      await harness.open('3', 'buy', {
        attachAlgoOrds: [
          { tpTriggerPx: '2010', tpOrdPx: '-1', sz: '1' },
          { tpTriggerPx: '2020', tpOrdPx: '-1', sz: '2' },
        ],
      });
      harness.walk('2010');
      expect((await harness.get('account/positions')).row['pos']).toBe('2');
      harness.walk('2020');
      expect((await harness.get('account/positions')).rows).toEqual([]);
    },
  ],
  [
    974,
    '3.2 tpOrdKind limit',
    'the limit order of an attached take-profit is placed when the entry order has filled',
    async (harness) => {
      const attached = { tpOrdKind: 'limit', tpOrdPx: '2010', slTriggerPx: '1950', slOrdPx: '-1' };
      await harness.open('2', 'buy', { attachAlgoOrds: [attached] });
      const { rows: resting } = await harness.get('trade/orders-pending');
      expect(resting).toMatchObject([{ side: 'sell', px: '2010', sz: '2', reduceOnly: 'true', isTpLimit: 'true' }]);
      expect(await pending(harness)).toMatchObject([{ slTriggerPx: '1950', tpTriggerPx: '' }]);
      harness.walk('1949');
      expect((await harness.get('account/positions')).rows).toEqual([]);
      expect((await harness.get('trade/orders-pending')).rows).toEqual([]);
    },
  ],
  [
    975,
    '3.2 tpOrdKind limit, resting order',
    'the limit take-profit of a resting order is placed when the order fills, and fills as maker',
    async (harness) => {
      await harness.order({ attachAlgoOrds: [{ tpOrdKind: 'limit', tpOrdPx: '2005' }] });
      expect((await harness.get('trade/orders-pending')).rows).toHaveLength(1);
      harness.walk('1989.99');
      expect((await harness.get('trade/orders-pending')).rows).toMatchObject([{ side: 'sell', px: '2005' }]);
      harness.walk('2005.01');
      expect((await harness.get('trade/fills')).row).toMatchObject({ side: 'sell', fillPx: '2005', execType: 'M' });
      const wrong = await harness.order({ attachAlgoOrds: [{ tpOrdKind: 'limit', tpOrdPx: '-1' }] });
      expect(wrong.row['sCode']).toBe('51000');
    },
  ],
]);
