// Order rows in the format of OKX: orders, their pushes, fills and algo orders. A missing value is "".
import { notionalOf } from '../market/instruments.ts';
import { instrumentOf } from '../accounting/margin.ts';
import { modeOf } from '../accounting/margin-modes.ts';
import { formatBaseUnits, formatAverage } from '../base-units.ts';
import type { Algo, AttachedStop, Fill, Order } from '../state/records.ts';
import { blankAlgo, blankOrder, blankOrderPush, type Row } from './blank-fields.ts';
import { priceText, sizeText } from './market-rows.ts';
import type { World } from '../state/world.ts';

/** Returns the row of an order. `surface` decides the avgPx of an unfilled order: it is "" over REST and "0" over the socket. */
export function orderRow(order: Order, surface: 'rest' | 'socket' = 'rest'): Row {
  const instrument = instrumentOf(order.instId);
  return {
    ...blankOrder,
    attachAlgoOrds: (order.attached ?? []).map(attachedRow),
    linkedAlgoOrd: { algoId: '' },
    instType: 'SWAP',
    instId: order.instId,
    ordId: order.ordId,
    clOrdId: order.clOrdId,
    tag: order.tag,
    px: order.ticks === undefined ? '' : priceText(instrument, order.ticks),
    sz: sizeText(instrument, order.lots),
    pnl: formatBaseUnits(order.pnl),
    ordType: order.ordType,
    side: order.side,
    posSide: order.posSide,
    tdMode: modeOf(order),
    accFillSz: sizeText(instrument, order.filledLots),
    fillPx: order.last ? priceText(instrument, order.last.ticks) : '',
    tradeId: order.last?.tradeId ?? '',
    fillSz: order.last ? sizeText(instrument, order.last.lots) : '0',
    fillTime: order.last ? String(order.last.at) : '',
    avgPx:
      order.filledLots > 0n
        ? formatAverage((order.filledTickLots * instrument.tick) / order.filledLots)
        : surface === 'rest'
          ? ''
          : '0',
    state: order.state,
    stpMode: order.stpMode,
    lever: String(order.lever),
    feeCcy: 'USDT',
    fee: formatBaseUnits(order.fee),
    source: order.source,
    category: order.category,
    reduceOnly: String(order.reduceOnly),
    isTpLimit: String(order.isTakeProfit === true),
    cancelSource: order.cancelSource,
    algoId: order.algoId,
    algoClOrdId: order.algoClOrdId ?? '',
    uTime: String(order.updatedAt),
    cTime: String(order.createdAt),
  };
}

function attachedRow(stop: AttachedStop): Row {
  const { tpTriggerRatio, slTriggerRatio } = stop.fields;
  const { sz, tpTriggerPx, tpTriggerPxType, tpOrdPx, slTriggerPx, slTriggerPxType, slOrdPx } = stop.fields;
  return {
    attachAlgoId: stop.algoId,
    attachAlgoClOrdId: stop.algoClOrdId,
    tpOrdKind: stop.fields['tpOrdKind'] || 'condition',
    tpTriggerPx,
    tpTriggerRatio: tpTriggerRatio ?? '',
    slTriggerRatio: slTriggerRatio ?? '',
    tpTriggerPxType: tpTriggerPx === '' ? '' : tpTriggerPxType || 'last',
    tpOrdPx,
    slTriggerPx,
    slTriggerPxType: slTriggerPx === '' ? '' : slTriggerPxType || 'last',
    slOrdPx,
    sz,
    amendPxOnTriggerType: '0',
    callbackRatio: '',
    callbackSpread: '',
    activePx: '',
    failCode: '',
    failReason: '',
  };
}

/** Returns the push of an order: the state of the order at the event, with the fill that caused the push. */
export function orderPush(
  world: World,
  order: Order,
  update: { fill: Fill | undefined; reqId: string; amendResult: string; price: number },
): Row {
  const instrument = instrumentOf(order.instId);
  const { fill } = update;
  const row = orderRow(order, 'socket');
  const price = order.ticks ?? BigInt(update.price);
  return {
    ...blankOrderPush,
    ...row,
    fillPx: fill ? row['fillPx'] : '',
    tradeId: fill ? fill.tradeId : '',
    fillSz: fill ? row['fillSz'] : '0',
    fillTime: fill ? row['fillTime'] : '',
    notionalUsd: formatBaseUnits(notionalOf(instrument, price, order.lots)),
    fillNotionalUsd: fill ? formatBaseUnits(notionalOf(instrument, fill.ticks, fill.lots)) : '',
    fillPnl: fill ? formatBaseUnits(fill.pnl) : '0',
    fillFee: fill ? formatBaseUnits(fill.fee) : '0',
    fillFeeCcy: fill ? 'USDT' : '',
    fillPxVol: '',
    fillPxUsd: '',
    fillMarkVol: '',
    fillFwdPx: '',
    fillMarkPx: fill ? priceText(instrument, fill.markTicks) : '',
    fillIdxPx: fill ? priceText(instrument, fill.markTicks) : '',
    execType: fill ? (fill.isMaker ? 'M' : 'T') : '',
    reqId: update.reqId,
    amendResult: update.amendResult,
    amendSource: update.reqId === '' && update.amendResult === '' ? '' : '1',
    lastPx: priceText(instrument, update.price),
    code: '0',
    msg: '',
    uTime: String(world.clock.now()),
  };
}

/** Returns the row of a fill. */
export function fillRow(fill: Fill): Row {
  const instrument = instrumentOf(fill.instId);
  const mark = priceText(instrument, fill.markTicks);
  return {
    instType: 'SWAP',
    instId: fill.instId,
    tradeId: fill.tradeId,
    ordId: fill.ordId,
    clOrdId: fill.clOrdId,
    billId: fill.billId,
    subType: fill.subType,
    tag: fill.tag,
    fillPx: priceText(instrument, fill.ticks),
    fillSz: sizeText(instrument, fill.lots),
    fillIdxPx: mark,
    fillPnl: formatBaseUnits(fill.pnl),
    fillPxVol: '',
    fillPxUsd: '',
    fillMarkVol: '',
    fillFwdPx: '',
    fillMarkPx: mark,
    side: fill.side,
    posSide: fill.posSide,
    execType: fill.isMaker ? 'M' : 'T',
    feeCcy: 'USDT',
    fee: formatBaseUnits(fill.fee),
    ts: String(fill.at),
    fillTime: String(fill.at),
    feeRate: '',
    tradeQuoteCcy: '',
  };
}

/** Returns the push of a fill in the fills channel. On OKX this push has the client id only when the id is a whole number. */
export function fillPush(fill: Fill): Row {
  const { instId, fillSz, fillPx, side, ordId, clOrdId, tradeId, execType, ts } = fillRow(fill);
  const named = /^\d{1,18}$/.test(fill.clOrdId) ? clOrdId : '';
  return { instId, fillSz, fillPx, side, ts, ordId, clOrdId: named, tradeId, execType, count: '1' };
}

/** Returns the row of an algo order. `made` is the order that the algo order created. */
export function algoRow(algo: Algo, made?: Order): Row {
  const instrument = instrumentOf(algo.instId);
  const level = (ticks: bigint | undefined): string => (ticks === undefined ? '' : priceText(instrument, ticks));
  const sent = (trigger: bigint | undefined, price: bigint | undefined): string =>
    trigger === undefined ? '' : price === undefined ? '-1' : priceText(instrument, price);
  const { trigger, trailing } = algo;
  const comparison = (name: string): string => algo.priceTypes?.[name] ?? 'last';
  return {
    ...blankAlgo,
    instId: algo.instId,
    ordId: algo.ordId,
    ordIdList: algo.ordId === '' ? [] : [algo.ordId],
    algoId: algo.algoId,
    algoClOrdId: algo.algoClOrdId,
    sz: algo.closesAll ? '' : sizeText(instrument, algo.lots),
    closeFraction: algo.closesAll ? '1' : '',
    ordType: algo.ordType,
    tdMode: modeOf(algo),
    side: algo.side,
    posSide: algo.posSide,
    state: algo.state,
    tpTriggerPx: level(algo.takeProfitTicks),
    tpTriggerPxType: algo.takeProfitTicks === undefined ? '' : comparison('tpTriggerPxType'),
    tpOrdPx: sent(algo.takeProfitTicks, algo.takeProfitPrice),
    slTriggerPx: level(algo.stopLossTicks),
    slTriggerPxType: algo.stopLossTicks === undefined ? '' : comparison('slTriggerPxType'),
    slOrdPx: sent(algo.stopLossTicks, algo.stopLossPrice),
    triggerPx: level(trigger?.ticks),
    triggerPxType: trigger ? comparison('triggerPxType') : '',
    ordPx: sent(trigger?.ticks, trigger?.price),
    callbackRatio: trailing?.ratio === undefined ? '' : formatBaseUnits(trailing.ratio),
    callbackSpread: level(trailing?.spreadTicks),
    activePx: level(trailing?.activeTicks),
    moveTriggerPx: level(trailing?.bestTicks),
    actualSz: made ? sizeText(instrument, made.lots) : '',
    actualPx:
      made && made.filledLots > 0n ? formatAverage((made.filledTickLots * instrument.tick) / made.filledLots) : '',
    actualSide: algo.actualSide,
    triggerTime: algo.triggeredAt === 0 ? '' : String(algo.triggeredAt),
    failCode: algo.failCode,
    tag: algo.tag,
    cxlOnClosePos: String(algo.isTied === true),
    reduceOnly: String(algo.reduceOnly),
    uTime: String(algo.updatedAt),
    cTime: String(algo.createdAt),
  };
}
