// Private REST paths about orders: placing, changing and reading them. The order operations of the socket use the same functions.
import { placeWithStops } from '../algos/attached-stops.ts';
import { amendAlgo, cancelAlgo, findAlgo, placeAlgo } from '../algos/algo-requests.ts';
import {
  covers,
  failure,
  page,
  refuse,
  success,
  text,
  type Checked,
  type CoreResponse,
  type Envelope,
  type Raw,
} from '../wire/envelope.ts';
import { sandboxLimits } from '../limits.ts';
import { isActiveAlgo } from '../algos/algo-life.ts';
import { instrumentOf, marginOf, markTicks, openingMargin } from '../accounting/margin.ts';
import { sendAmend, sendCancel } from '../orders/delayed-changes.ts';
import { closePosition, findOrder } from '../orders/order-changes.ts';
import { readInstrument, readSize, readTicks } from '../orders/placement.ts';
import { formatBaseUnits } from '../base-units.ts';
import type { Algo, Order } from '../state/records.ts';
import type { PrivateCall, PrivateRoute } from './account-routes.ts';
import { leverageOf, readMode } from '../accounting/margin-modes.ts';
import { recordChange, type Ledger, type World } from '../state/world.ts';
import { algoRow, fillRow, orderRow } from '../wire/order-rows.ts';

const instrumentKinds: readonly string[] = ['SPOT', 'MARGIN', 'SWAP', 'FUTURES', 'OPTION', 'EVENTS'];

type Operation = (world: World, ledger: Ledger, raw: Raw) => Checked<Order>;

/** Trade routes by method and path. */
export const tradeRoutes: Readonly<Record<string, PrivateRoute>> = {
  'POST /api/v5/trade/order': (call) => operate(call, placeWithStops),
  'POST /api/v5/trade/batch-orders': (call) => operate(call, placeWithStops),
  'POST /api/v5/trade/cancel-order': (call) => operate(call, sendCancel),
  'POST /api/v5/trade/cancel-batch-orders': (call) => operate(call, sendCancel),
  'POST /api/v5/trade/amend-order': (call) => operate(call, sendAmend),
  'POST /api/v5/trade/amend-batch-orders': (call) => operate(call, sendAmend),
  'POST /api/v5/trade/close-position': close,
  'GET /api/v5/trade/order': oneOrder,
  'GET /api/v5/trade/orders-pending': pendingOrders,
  'GET /api/v5/trade/orders-history': (call) =>
    pastOrders(call, { keptMs: sandboxLimits.historyMs, withEmptyCancels: true }),
  'GET /api/v5/trade/orders-history-archive': (call) =>
    pastOrders(call, { keptMs: sandboxLimits.archiveMs, withEmptyCancels: false }),
  'GET /api/v5/trade/fills': (call) => fills(call, sandboxLimits.fillsMs),
  'GET /api/v5/trade/fills-history': (call) => fills(call, sandboxLimits.archiveMs),
  'GET /api/v5/trade/account-rate-limit': ({ world }) =>
    success([
      { accRateLimit: '1000', fillRatio: '', mainFillRatio: '', nextAccRateLimit: '', ts: String(world.clock.now()) },
    ]),
  'POST /api/v5/trade/cancel-all-after': cancelAllAfter,
  'POST /api/v5/trade/order-algo': (call) => operateAlgo(call, [call.fields], placeAlgo),
  'POST /api/v5/trade/cancel-algos': (call) =>
    call.items.length > sandboxLimits.algoCancelItems
      ? failure('51111', 'Too many items in one batch.')
      : operateAlgo(call, call.items, cancelAlgo),
  'POST /api/v5/trade/cancel-advance-algos': (call) =>
    call.items.length > sandboxLimits.algoCancelItems
      ? failure('51111', 'Too many items in one batch.')
      : operateAlgo(call, call.items, cancelAlgo),
  // OKX offers mass cancellation only to market makers of options.
  'POST /api/v5/trade/mass-cancel': ({ ledger, fields }) => {
    if (text(fields, 'instType') !== 'OPTION') return failure('51000', 'Parameter instType error', 400);
    return ledger.account.acctLv === '4'
      ? success([{ result: true }])
      : failure('51010', 'You can’t complete this request under your current account mode.');
  },
  'POST /api/v5/trade/amend-algos': (call) => operateAlgo(call, [call.fields], amendAlgo),
  'GET /api/v5/trade/order-algo': ({ world, ledger, fields }) => {
    const algo = findAlgo(ledger, fields);
    return algo ? success([algoRow(algo, world.ordersById.get(algo.ordId))]) : failure('51603', "Order doesn't exist");
  },
  'GET /api/v5/trade/orders-algo-pending': (call) => algoList(call, 'live'),
  'GET /api/v5/trade/orders-algo-history': (call) =>
    text(call.fields, 'state') === '' && text(call.fields, 'algoId') === ''
      ? failure('50015', 'Either parameter state or algoId is required.', 400)
      : algoList(call, text(call.fields, 'state')),
  'POST /api/v5/trade/order-precheck': (call) => orderPrecheck(call),
};

/** Executes an operation on every item. The code is 0 when all items succeeded, 1 when all items failed, and 2 otherwise, as on OKX. */
export function operateItems(
  call: Pick<PrivateCall, 'world' | 'ledger'>,
  items: readonly Raw[],
  operation: Operation,
): Envelope {
  const twice = operation === sendAmend ? repeated(items) : new Set<Raw>();
  const rows = items.map((raw) => {
    const result = twice.has(raw)
      ? refuse('51512', 'Failed to amend orders in batches. You cannot have duplicate orders in the same request.')
      : operation(call.world, call.ledger, raw);
    return ackRow(call.world, raw, result);
  });
  const failed = rows.filter((row) => row['sCode'] !== '0').length;
  if (failed === 0) return { code: '0', msg: '', data: rows };
  return failed === rows.length
    ? { code: '1', msg: 'All operations failed', data: rows }
    : { code: '2', msg: 'Bulk operation partially succeeded.', data: rows };
}

// Returns the items that name the same order as an earlier item of the batch.
function repeated(items: readonly Raw[]): Set<Raw> {
  const seen = new Set<string>();
  return new Set(
    items.filter((raw) => {
      const name = text(raw, 'ordId') || text(raw, 'clOrdId');
      const isRepeated = name !== '' && seen.has(name);
      seen.add(name);
      return isRepeated;
    }),
  );
}

/** Socket operations by name. Each operation executes one item. */
export const socketOperations: Readonly<Record<string, Operation>> = {
  order: placeWithStops,
  'batch-orders': placeWithStops,
  'cancel-order': sendCancel,
  'batch-cancel-orders': sendCancel,
  'amend-order': sendAmend,
  'batch-amend-orders': sendAmend,
};

function ackRow(world: World, raw: Raw, result: Checked<Order>): Record<string, string> {
  const ts = String(world.clock.now());
  const reqId = text(raw, 'reqId');
  const named = reqId === '' ? {} : { reqId };
  if (result.ok)
    return {
      ordId: result.value.ordId,
      clOrdId: result.value.clOrdId,
      tag: result.value.tag,
      ts,
      sCode: '0',
      sMsg: '',
      subCode: '',
      ...named,
    };
  const { sCode, sMsg, subCode } = result.refusal;
  return {
    ordId: text(raw, 'ordId'),
    clOrdId: text(raw, 'clOrdId'),
    tag: text(raw, 'tag'),
    ts,
    sCode,
    sMsg,
    subCode: subCode ?? '',
    ...named,
  };
}

function operate(call: PrivateCall, operation: Operation): CoreResponse {
  const { world, items } = call;
  if (items.length > sandboxLimits.batchItems)
    return failure('51111', 'Maximum 20 orders can be placed, canceled or amended in bulk.');
  if (items.length === 0) return failure('50014', 'Parameter cannot be empty.', 400);
  const micros = `${world.clock.now()}000`;
  return { status: 200, json: { ...operateItems(call, items, operation), inTime: micros, outTime: micros } };
}

function close({ world, ledger, fields }: PrivateCall): CoreResponse {
  const result = closePosition(world, ledger, fields);
  if (!result.ok) return failure(result.refusal.sCode, result.refusal.sMsg);
  return success([
    {
      instId: result.value.instId,
      posSide: result.value.posSide,
      clOrdId: result.value.clOrdId,
      tag: result.value.tag,
    },
  ]);
}

function oneOrder({ world, ledger, fields }: PrivateCall): CoreResponse {
  if (text(fields, 'ordId') === '' && text(fields, 'clOrdId') === '')
    return failure('51003', 'Either client order ID or order ID is required.');
  const order = findOrder(world, ledger, fields);
  return order && isStillListed(world, order) ? success([orderRow(order)]) : failure('51603', "Order doesn't exist");
}

// Returns whether an order is still listed. A cancelled order without a fill is listed for two hours.
function isStillListed(world: World, order: Order): boolean {
  return (
    order.state !== 'canceled' ||
    order.filledLots > 0n ||
    world.clock.now() - order.updatedAt <= sandboxLimits.emptyCancelMs
  );
}

function matches(order: Order, fields: Raw): boolean {
  const instType = text(fields, 'instType');
  if (instType !== '' && instType !== 'SWAP' && instType !== 'ANY') return false;
  return (
    isOfFamily(order.instId, fields) &&
    (['instId', 'ordType', 'state', 'category', 'ordId'] as const).every((name) => covers(fields, name, order[name]))
  );
}

function isOfFamily(instId: string, fields: Raw): boolean {
  const { family } = instrumentOf(instId);
  return covers(fields, 'instFamily', family) && covers(fields, 'uly', family);
}

// Returns the refusal of a list request that has no valid instrument type.
function checkKind(fields: Raw): CoreResponse | undefined {
  const instType = text(fields, 'instType');
  if (instType === '') return failure('50014', 'Parameter instType cannot be empty.', 400);
  return instrumentKinds.includes(instType) ? undefined : failure('51000', 'Parameter instType error', 400);
}

function pendingOrders({ ledger, fields }: PrivateCall): CoreResponse {
  const wanted = [...ledger.pending]
    .filter((order) => matches(order, fields))
    .sort((left, right) => left.seq - right.seq);
  return success(
    page(wanted, fields, { idOf: (order) => order.ordId, limit: sandboxLimits.pageRows }).map((order) =>
      orderRow(order),
    ),
  );
}

function pastOrders(
  { world, ledger, fields }: PrivateCall,
  kept: { keptMs: number; withEmptyCancels: boolean },
): CoreResponse {
  const refusal = checkKind(fields);
  if (refusal) return refusal;
  const since = Math.max(world.clock.now() - kept.keptMs, Number(text(fields, 'begin') || 0));
  const until = Number(text(fields, 'end') || Number.MAX_SAFE_INTEGER);
  const wanted = ledger.orders.filter((order) => {
    if (ledger.pending.has(order) || order.updatedAt < since || order.createdAt > until || !matches(order, fields))
      return false;
    return order.filledLots > 0n || (kept.withEmptyCancels && isStillListed(world, order));
  });
  return success(
    page(wanted, fields, { idOf: (order) => order.ordId, limit: sandboxLimits.pageRows }).map((order) =>
      orderRow(order),
    ),
  );
}

function fills({ world, ledger, fields }: PrivateCall, keptMs: number): CoreResponse {
  const refusal = keptMs > sandboxLimits.fillsMs || text(fields, 'instType') !== '' ? checkKind(fields) : undefined;
  if (refusal) return refusal;
  const since = Math.max(world.clock.now() - keptMs, Number(text(fields, 'begin') || 0));
  const until = Number(text(fields, 'end') || Number.MAX_SAFE_INTEGER);
  const wanted = ledger.fills.filter(
    (fill) =>
      fill.at >= since &&
      fill.at <= until &&
      covers(fields, 'instType', 'SWAP') &&
      isOfFamily(fill.instId, fields) &&
      (['instId', 'ordId', 'subType'] as const).every((name) => covers(fields, name, fill[name])),
  );
  return success(page(wanted, fields, { idOf: (fill) => fill.billId, limit: sandboxLimits.pageRows }).map(fillRow));
}

function cancelAllAfter({ world, ledger, fields }: PrivateCall): CoreResponse {
  const seconds = Number(text(fields, 'timeOut'));
  if (
    text(fields, 'timeOut') === '' ||
    !Number.isInteger(seconds) ||
    (seconds !== 0 && (seconds < 10 || seconds > 120))
  )
    return failure('51000', 'Parameter timeOut error', 400);
  const tag = text(fields, 'tag');
  const timers = Object.keys(ledger.account.cancelAllAt);
  if (seconds !== 0 && !timers.includes(tag) && timers.length >= sandboxLimits.deadManTimers)
    return failure('51071', 'The number of tags with a timer has reached its limit.');
  const { [tag]: _ended, ...others } = ledger.account.cancelAllAt;
  const at = world.clock.now() + seconds * 1_000;
  ledger.account.cancelAllAt = seconds === 0 ? others : { ...others, [tag]: at };
  recordChange(world, { kind: 'account', value: ledger.account });
  return success([{ triggerTime: seconds === 0 ? '0' : String(at), tag, ts: String(world.clock.now()) }]);
}

function operateAlgo(
  call: PrivateCall,
  items: readonly Raw[],
  operation: (world: World, ledger: Ledger, raw: Raw) => Checked<Algo>,
): CoreResponse {
  const rows = items.map((raw) => {
    const result = operation(call.world, call.ledger, raw);
    const refusal = result.ok ? { sCode: '0', sMsg: '' } : result.refusal;
    const algo = result.ok ? result.value : undefined;
    return {
      algoId: algo?.algoId ?? text(raw, 'algoId'),
      algoClOrdId: algo?.algoClOrdId ?? text(raw, 'algoClOrdId'),
      clOrdId: '',
      tag: algo?.tag ?? text(raw, 'tag'),
      reqId: text(raw, 'reqId'),
      sCode: refusal.sCode,
      sMsg: refusal.sMsg,
      subCode: '',
    };
  });
  const failed = rows.filter((row) => row.sCode !== '0').length;
  if (failed === 0) return success(rows);
  return {
    status: 200,
    json:
      failed === rows.length
        ? { code: '1', msg: 'All operations failed', data: rows }
        : { code: '2', msg: 'Bulk operation partially succeeded.', data: rows },
  };
}

function algoList({ world, ledger, fields }: PrivateCall, state: string): CoreResponse {
  const types = text(fields, 'ordType').split(',');
  if (types[0] === '') return failure('50014', 'Parameter ordType cannot be empty.', 400);
  const wanted = [...ledger.algos.values()].filter(
    (algo) =>
      (state === '' || algo.state === state) &&
      (algo.state !== 'live' || isActiveAlgo(world, algo)) &&
      types.includes(algo.ordType) &&
      covers(fields, 'instType', 'SWAP') &&
      (['instId', 'algoId', 'algoClOrdId'] as const).every((name) => covers(fields, name, algo[name])),
  );
  return success(
    page(wanted, fields, { idOf: (algo) => algo.algoId, limit: sandboxLimits.pageRows }).map((algo) =>
      algoRow(algo, world.ordersById.get(algo.ordId)),
    ),
  );
}

// Returns the effect of an order on the margin. OKX offers this call only for account levels with one margin for all currencies.
function orderPrecheck({ world, ledger, fields }: PrivateCall): CoreResponse {
  if (ledger.account.acctLv !== '3' && ledger.account.acctLv !== '4')
    return failure('51010', 'You can’t complete this request under your current account mode.');
  const instrument = readInstrument(fields);
  if (!instrument) return failure('51001', "Instrument ID doesn't exist.");
  const size = readSize(world, instrument, { size: text(fields, 'sz'), ordType: text(fields, 'ordType') });
  if (!size.ok) return failure(size.refusal.sCode, size.refusal.sMsg);
  const ticks = readTicks(world, instrument, text(fields, 'px')) ?? markTicks(world, instrument.instId);
  const mgnMode = readMode(fields, 'tdMode') ?? 'cross';
  const lever = leverageOf(ledger.account, { instId: instrument.instId, posSide: 'net', mgnMode });
  const { equity, initial, orders, maintenance } = marginOf(world, ledger);
  const change = openingMargin(instrument, { ticks, lots: size.value, lever, isMarket: text(fields, 'px') === '' });
  const figures = { adjEq: equity, imr: initial + orders + change, mmr: maintenance, imrChg: change };
  return success([
    {
      ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, formatBaseUnits(value)])),
      adjEqChg: '0',
      mmrChg: '0',
      mgnRatio: '',
      mgnRatioChg: '',
      availBal: '',
      availBalChg: '',
      liqPx: '',
      liqPxDiff: '',
      liqPxDiffRatio: '',
      posBal: '',
      posBalChg: '',
      liab: '',
      liabChg: '',
      liabChgCcy: '',
      isoLiab: '',
      isoLiabChg: '',
      type: '',
    },
  ]);
}
