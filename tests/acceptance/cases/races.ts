// Cases 450-470: events between a request and its response, the time limits of the order lists, and actions of the owner and of the exchange on the account.
import { lots } from '@rondo/decimal';
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import { valueOf, type Harness } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const cancel = (harness: Harness, clientId: string): ReturnType<Harness['exchange']['cancel']> =>
  harness.exchange.cancel({ instrument: harness.instrument, clientId, trigger: false });
const lookup = async (harness: Harness, clientId: string): Promise<unknown> =>
  valueOf(await harness.exchange.lookup(harness.instrument, clientId, false));

/** The cases of events between a request and its response, and of actions outside our client. */
export const raceCases = cases([
  [
    450,
    '3.2 cancel 51400',
    'a cancellation is rejected with the reason `gone` when the order has filled, and a lookup then returns the filled order',
    async (harness) => {
      harness.fault('fillBeforeCancel', { count: 1 });
      await harness.place({ clientId: 'r450' });
      expect(await cancel(harness, 'r450')).toMatchObject({ kind: 'rejected', reason: 'gone' });
      expect(await lookup(harness, 'r450')).toMatchObject({ state: 'filled', filledLots: 100n });
    },
  ],
  [
    451,
    '3.2 cancel 51400',
    'when the client id of an order contains the fault `fillbeforecancel`, the order fills before its cancellation',
    async (harness) => {
      await harness.place({ clientId: 'faultfillbeforecancelx451' });
      expect(await cancel(harness, 'faultfillbeforecancelx451')).toMatchObject({ reason: 'gone' });
    },
  ],
  [
    452,
    '3.2 expTime',
    'an order is not placed when it arrives at the exchange after its deadline',
    async (harness) => {
      const late = await harness.post(
        'trade/order',
        { instId: ETH, tdMode: 'cross', side: 'buy', ordType: 'limit', sz: '1', px: '1990', tag: 'x' },
        harness.clock.now() + 1_000,
      );
      expect(late.code).toBe('0');
      await harness.exchange.account();
      harness.fault('clock', { offsetMs: 5_000 });
      expect(await harness.place({ clientId: 'r452', deadlineAt: harness.clock.now() + 1_000 })).toMatchObject({
        kind: 'rejected',
        reason: 'notPlaced',
        code: '50036',
      });
      harness.fault('clock', { offsetMs: 0 });
      expect(await lookup(harness, 'r452')).toBeNull();
    },
  ],
  [
    453,
    '3.2 expTime',
    'our client does not send an order whose deadline has passed',
    async (harness) => {
      const before = harness.sent.length;
      expect(await harness.place({ clientId: 'r453', deadlineAt: harness.clock.now() - 1 })).toMatchObject({
        kind: 'rejected',
        reason: 'notPlaced',
      });
      expect(harness.sent.length).toBe(before);
    },
  ],
  [
    454,
    '3.2 expTime',
    'a cancellation is accepted when the clock of the exchange is ahead, because a cancellation has no deadline',
    async (harness) => {
      await harness.place({ clientId: 'r454' });
      harness.fault('clock', { offsetMs: 5_000 });
      expect((await cancel(harness, 'r454')).kind).toBe('accepted');
    },
  ],
  [
    455,
    '6 51603',
    'a lookup returns null when the order never existed',
    async (harness) => {
      expect(await lookup(harness, 'r455')).toBeNull();
    },
  ],
  [
    456,
    '3.2 retention 2 h',
    'a lookup returns null two hours after an order was cancelled without a fill',
    async (harness) => {
      await harness.place({ clientId: 'r456' });
      await cancel(harness, 'r456');
      expect(await lookup(harness, 'r456')).toMatchObject({ state: 'cancelled' });
      await harness.pass(2 * 3_600_000 + 60_000);
      expect(await lookup(harness, 'r456')).toBeNull();
    },
  ],
  [
    457,
    '3.2 retention 7 d',
    'an order is in the archive, but not in the history, eight days after it has filled',
    async (harness) => {
      await harness.open();
      const rows = async (path: string): Promise<number> => (await harness.get(path, { instType: 'SWAP' })).rows.length;
      expect(await rows('trade/orders-history')).toBe(1);
      await harness.pass(8 * 86_400_000);
      expect(await rows('trade/orders-history')).toBe(0);
      expect(await rows('trade/orders-history-archive')).toBe(1);
    },
  ],
  [
    458,
    '3.2 retention 3 d',
    'our client reads a fill from the history when the fill is older than the three days of the recent list',
    async (harness) => {
      await harness.open();
      const sinceAt = harness.clock.now() - 1_000;
      await harness.pass(4 * 86_400_000);
      expect((await harness.get('trade/fills', { instType: 'SWAP' })).rows).toEqual([]);
      expect(
        valueOf(await harness.exchange.fillsAfter([harness.instrument], { billId: null, sinceAt })).rows,
      ).toHaveLength(1);
    },
  ],
  [
    459,
    '3.2 retention 3 mo',
    'an order and its fills are in no list three months after the order has filled',
    async (harness) => {
      await harness.open();
      await harness.pass(91 * 86_400_000);
      expect((await harness.get('trade/fills-history', { instType: 'SWAP' })).rows).toEqual([]);
      expect((await harness.get('trade/orders-history-archive', { instType: 'SWAP' })).rows).toEqual([]);
    },
  ],
  [
    460,
    '3.2 archive',
    'the archive does not contain orders that were cancelled without a fill',
    async (harness) => {
      await harness.order({ clOrdId: 'r460', ordType: 'ioc' });
      expect((await harness.get('trade/orders-history', { instType: 'SWAP' })).rows).toHaveLength(1);
      expect((await harness.get('trade/orders-history-archive', { instType: 'SWAP' })).rows).toEqual([]);
    },
  ],
  [
    461,
    '9 row 20',
    'a new order is missing in a delayed list until the delay has passed',
    async (harness) => {
      harness.fault('stale', { delayMs: 5_000 });
      expect((await harness.get('trade/orders-pending')).rows).toEqual([]);
      await harness.order();
      expect((await harness.get('trade/orders-pending')).rows).toEqual([]);
      await harness.pass(5_100);
      expect((await harness.get('trade/orders-pending')).rows).toHaveLength(1);
    },
  ],
  [
    462,
    '6 51016',
    'two live orders can have one client id when the check for duplicates is off',
    async (harness) => {
      harness.fault('dedup', { scope: 'none' });
      await harness.order({ clOrdId: 'r462' });
      expect((await harness.order({ clOrdId: 'r462' })).outcome.kind).toBe('accepted');
    },
  ],
  [
    463,
    '9 row 1',
    'our client is refused once after the owner has changed the position mode, and then uses the new mode',
    async (harness) => {
      await harness.place({ clientId: 'r463a', lots: lots(1n), type: 'ioc' });
      harness.accountAction('positionMode', { posMode: 'long_short_mode' });
      expect(await harness.place({ clientId: 'r463b' })).toMatchObject({ kind: 'rejected', reason: 'positionMode' });
      expect((await harness.place({ clientId: 'r463c' })).kind).toBe('accepted');
    },
  ],
  [
    464,
    '3.2 cancelSource 1',
    'an order ends with source 1 when the owner cancels it in the app of the exchange',
    async (harness) => {
      await harness.place({ clientId: 'r464' });
      harness.accountAction('cancelAll');
      expect(await lookup(harness, 'r464')).toMatchObject({ state: 'cancelled', cancelSource: '1' });
    },
  ],
  [
    465,
    '9 row 24',
    'the list of positions is empty after the owner has closed the position by hand, and the closing fill has an empty client id',
    async (harness) => {
      await harness.open();
      harness.accountAction('close', { instId: ETH });
      expect(valueOf(await harness.exchange.positions([harness.instrument]))).toEqual([]);
      const fills = valueOf(
        await harness.exchange.fillsAfter([harness.instrument], { billId: null, sinceAt: harness.clock.now() - 1_000 }),
      ).rows;
      expect(fills.at(-1)?.clientId).toBe('');
    },
  ],
  [
    466,
    '3.2 fills, tradeId negative',
    'a liquidation has a fill with a negative trade id, and it cancels the resting orders with source 3',
    async (harness) => {
      await harness.open('10');
      await harness.place({ clientId: 'r466' });
      harness.accountAction('liquidate');
      const fills = valueOf(
        await harness.exchange.fillsAfter([harness.instrument], { billId: null, sinceAt: harness.clock.now() - 1_000 }),
      ).rows;
      expect(fills.at(-1)).toMatchObject({ kind: 'liquidation', clientId: '' });
      expect(fills.at(-1)?.fillId.startsWith('-')).toBe(true);
      expect(await lookup(harness, 'r466')).toMatchObject({ cancelSource: '3' });
    },
  ],
  [
    467,
    '3.1 bill types 9',
    'auto-deleveraging closes a part of the position and writes a bill of type 9',
    async (harness) => {
      await harness.open('10');
      harness.accountAction('adl', { instId: ETH, share: '0.5' });
      expect((await harness.get('account/positions')).row).toMatchObject({ pos: '5' });
      expect((await harness.get('account/bills', { type: '9' })).row).toMatchObject({ type: '9', subType: '128' });
    },
  ],
  [
    468,
    '7.4 funding',
    'a funding is computed from the value of the position at the mark price, and is written as a bill of type 8',
    async (harness) => {
      await harness.open('10');
      harness.accountAction('funding', { instId: ETH, rate: '0.0001' });
      expect((await harness.get('account/bills', { type: '8' })).row).toMatchObject({
        subType: '173',
        pnl: '-0.2',
        instId: ETH,
      });
      expect((await harness.get('account/positions')).row).toMatchObject({ fundingFee: '-0.2' });
    },
  ],
  [
    469,
    '7 liquidation',
    'a position is closed when the price moves beyond its liquidation price',
    async (harness) => {
      await harness.post('account/set-leverage', { instId: ETH, lever: '50', mgnMode: 'cross' });
      await harness.open('2000');
      harness.walk('1940');
      expect(valueOf(await harness.exchange.positions([harness.instrument]))).toEqual([]);
      expect((await harness.get('account/bills', { type: '5' })).rows.length).toBeGreaterThan(0);
    },
  ],
  [
    470,
    '3.1 bill types 1',
    'a transfer by the owner out of the account writes a bill of type 1',
    async (harness) => {
      harness.accountAction('transfer', { usdt: '-2500' });
      expect(valueOf(await harness.exchange.balance())).toMatchObject({ cash: { units: 7_500n } });
      expect((await harness.get('account/bills', { type: '1' })).row).toMatchObject({ subType: '12', balChg: '-2500' });
    },
  ],
]);
