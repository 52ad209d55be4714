// Cases 450-499: what happens between sending and knowing, and faults on the way.
import { lots } from '@rondo/decimal';
import { expect } from 'vitest';
import { cases } from '../_cases.ts';
import { valueOf, type Desk } from '../_harness.ts';
import { ETH } from '../_venue.ts';

const cancel = (desk: Desk, clientId: string): ReturnType<Desk['exchange']['cancel']> =>
  desk.exchange.cancel({ instrument: desk.instrument, clientId, trigger: false });
const lookup = async (desk: Desk, clientId: string): Promise<unknown> =>
  valueOf(await desk.exchange.lookup(desk.instrument, clientId, false));

/** Cases of races. */
export const raceCases = cases([
  [
    450,
    '3.2 cancel 51400',
    'the order fills before its cancellation arrives: gone, then found filled',
    async (desk) => {
      desk.fault('fillBeforeCancel', { count: 1 });
      await desk.place({ clientId: 'r450' });
      expect(await cancel(desk, 'r450')).toMatchObject({ kind: 'rejected', reason: 'gone' });
      expect(await lookup(desk, 'r450')).toMatchObject({ state: 'filled', filledLots: 100n });
    },
  ],
  [
    451,
    '3.2 cancel 51400',
    'a person can ask for that race by the client id',
    async (desk) => {
      await desk.place({ clientId: 'faultfillbeforecancelx451' });
      expect(await cancel(desk, 'faultfillbeforecancelx451')).toMatchObject({ reason: 'gone' });
    },
  ],
  [
    452,
    '3.2 expTime',
    'an order that arrives after its deadline is not carried out',
    async (desk) => {
      const late = await desk.post(
        'trade/order',
        { instId: ETH, tdMode: 'cross', side: 'buy', ordType: 'limit', sz: '1', px: '1990', tag: 'x' },
        desk.clock.now() + 1_000,
      );
      expect(late.code).toBe('0');
      await desk.exchange.account();
      desk.fault('clock', { offsetMs: 5_000 });
      expect(await desk.place({ clientId: 'r452', deadlineAt: desk.clock.now() + 1_000 })).toMatchObject({
        kind: 'rejected',
        reason: 'notPlaced',
        code: '50036',
      });
      desk.fault('clock', { offsetMs: 0 });
      expect(await lookup(desk, 'r452')).toBeNull();
    },
  ],
  [
    453,
    '3.2 expTime',
    'our client does not even send what is too late',
    async (desk) => {
      const before = desk.sent.length;
      expect(await desk.place({ clientId: 'r453', deadlineAt: desk.clock.now() - 1 })).toMatchObject({
        kind: 'rejected',
        reason: 'notPlaced',
      });
      expect(desk.sent.length).toBe(before);
    },
  ],
  [
    454,
    '3.2 expTime',
    'a cancellation has no deadline',
    async (desk) => {
      await desk.place({ clientId: 'r454' });
      desk.fault('clock', { offsetMs: 5_000 });
      expect((await cancel(desk, 'r454')).kind).toBe('accepted');
    },
  ],
  [
    455,
    '6 51603',
    'an order that never was is explicitly absent, not an error',
    async (desk) => {
      expect(await lookup(desk, 'r455')).toBeNull();
    },
  ],
  [
    456,
    '3.2 retention 2 h',
    'an order cancelled without a fill is forgotten after two hours',
    async (desk) => {
      await desk.place({ clientId: 'r456' });
      await cancel(desk, 'r456');
      expect(await lookup(desk, 'r456')).toMatchObject({ state: 'cancelled' });
      await desk.pass(2 * 3_600_000 + 60_000);
      expect(await lookup(desk, 'r456')).toBeNull();
    },
  ],
  [
    457,
    '3.2 retention 7 d',
    'orders leave the history after seven days and stay in the archive',
    async (desk) => {
      await desk.open();
      const rows = async (path: string): Promise<number> => (await desk.get(path, { instType: 'SWAP' })).rows.length;
      expect(await rows('trade/orders-history')).toBe(1);
      await desk.pass(8 * 86_400_000);
      expect(await rows('trade/orders-history')).toBe(0);
      expect(await rows('trade/orders-history-archive')).toBe(1);
    },
  ],
  [
    458,
    '3.2 retention 3 d',
    'fills leave the short list after three days; our client then reads the long one',
    async (desk) => {
      await desk.open();
      const sinceAt = desk.clock.now() - 1_000;
      await desk.pass(4 * 86_400_000);
      expect((await desk.get('trade/fills', { instType: 'SWAP' })).rows).toEqual([]);
      expect(valueOf(await desk.exchange.fillsAfter([desk.instrument], { billId: null, sinceAt }))).toHaveLength(1);
    },
  ],
  [
    459,
    '3.2 retention 3 mo',
    'after three months nothing of an order is left',
    async (desk) => {
      await desk.open();
      await desk.pass(91 * 86_400_000);
      expect((await desk.get('trade/fills-history', { instType: 'SWAP' })).rows).toEqual([]);
      expect((await desk.get('trade/orders-history-archive', { instType: 'SWAP' })).rows).toEqual([]);
    },
  ],
  [
    460,
    '3.2 archive',
    'the archive never holds cancelled orders without a fill',
    async (desk) => {
      await desk.order({ clOrdId: 'r460', ordType: 'ioc' });
      expect((await desk.get('trade/orders-history', { instType: 'SWAP' })).rows).toHaveLength(1);
      expect((await desk.get('trade/orders-history-archive', { instType: 'SWAP' })).rows).toEqual([]);
    },
  ],
  [
    461,
    '9 row 20',
    'a stale list shows the past for a while: it is no proof of absence',
    async (desk) => {
      desk.fault('stale', { delayMs: 5_000 });
      expect((await desk.get('trade/orders-pending')).rows).toEqual([]);
      await desk.order();
      expect((await desk.get('trade/orders-pending')).rows).toEqual([]);
      await desk.pass(5_100);
      expect((await desk.get('trade/orders-pending')).rows).toHaveLength(1);
    },
  ],
  [
    462,
    '6 51016',
    'with no rule against duplicates a client id can name two live orders',
    async (desk) => {
      desk.fault('dedup', { scope: 'none' });
      await desk.order({ clOrdId: 'r462' });
      expect((await desk.order({ clOrdId: 'r462' })).outcome.kind).toBe('accepted');
    },
  ],
  [
    463,
    '9 row 1',
    'the owner switches the position mode: our client reads it and uses it',
    async (desk) => {
      await desk.place({ clientId: 'r463a', lots: lots(1n), type: 'ioc' });
      desk.act('positionMode', { posMode: 'long_short_mode' });
      expect(await desk.place({ clientId: 'r463b' })).toMatchObject({ kind: 'rejected', reason: 'positionMode' });
      expect((await desk.place({ clientId: 'r463c' })).kind).toBe('accepted');
    },
  ],
  [
    464,
    '3.2 cancelSource 1',
    'the owner cancels our order in the app: source 1 without our asking',
    async (desk) => {
      await desk.place({ clientId: 'r464' });
      desk.act('cancelAll');
      expect(await lookup(desk, 'r464')).toMatchObject({ state: 'cancelled', cancelSource: '1' });
    },
  ],
  [
    465,
    '9 row 24',
    'the owner closes the position by hand: it is gone, and its fill has no client id of ours',
    async (desk) => {
      await desk.open();
      desk.act('close', { instId: ETH });
      expect(valueOf(await desk.exchange.positions([desk.instrument]))).toEqual([]);
      const fills = valueOf(
        await desk.exchange.fillsAfter([desk.instrument], { billId: null, sinceAt: desk.clock.now() - 1_000 }),
      );
      expect(fills.at(-1)?.clientId).toBe('');
    },
  ],
  [
    466,
    '3.2 fills, tradeId negative',
    'a liquidation is told by a negative trade id and cancels the orders with source 3',
    async (desk) => {
      await desk.open('10');
      await desk.place({ clientId: 'r466' });
      desk.act('liquidate');
      const fills = valueOf(
        await desk.exchange.fillsAfter([desk.instrument], { billId: null, sinceAt: desk.clock.now() - 1_000 }),
      );
      expect(fills.at(-1)).toMatchObject({ kind: 'liquidation', clientId: '' });
      expect(fills.at(-1)?.fillId.startsWith('-')).toBe(true);
      expect(await lookup(desk, 'r466')).toMatchObject({ cancelSource: '3' });
    },
  ],
  [
    467,
    '3.1 bill types 9',
    'auto-deleveraging takes a part of the position and books type 9',
    async (desk) => {
      await desk.open('10');
      desk.act('adl', { instId: ETH, share: '0.5' });
      expect((await desk.get('account/positions')).row).toMatchObject({ pos: '5' });
      expect((await desk.get('account/bills', { type: '9' })).row).toMatchObject({ type: '9', subType: '128' });
    },
  ],
  [
    468,
    '7.4 funding',
    'funding is paid by the position at the mark, as a bill of type 8',
    async (desk) => {
      await desk.open('10');
      desk.act('funding', { instId: ETH, rate: '0.0001' });
      expect((await desk.get('account/bills', { type: '8' })).row).toMatchObject({
        subType: '173',
        pnl: '-0.2',
        instId: ETH,
      });
      expect((await desk.get('account/positions')).row).toMatchObject({ fundingFee: '-0.2' });
    },
  ],
  [
    469,
    '7 liquidation',
    'a fall beyond the liquidation price closes everything',
    async (desk) => {
      await desk.post('account/set-leverage', { instId: ETH, lever: '50', mgnMode: 'cross' });
      await desk.open('2000');
      desk.walk('1940');
      expect(valueOf(await desk.exchange.positions([desk.instrument]))).toEqual([]);
      expect((await desk.get('account/bills', { type: '5' })).rows.length).toBeGreaterThan(0);
    },
  ],
  [
    470,
    '3.1 bill types 1',
    'money moved out by hand is a bill of type 1',
    async (desk) => {
      desk.act('transfer', { usdt: '-2500' });
      expect(valueOf(await desk.exchange.balance())).toMatchObject({ cash: { units: 7_500n } });
      expect((await desk.get('account/bills', { type: '1' })).row).toMatchObject({ subType: '12', balChg: '-2500' });
    },
  ],
]);
