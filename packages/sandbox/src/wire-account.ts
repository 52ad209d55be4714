// Private rows as OKX spells them: balance, positions, orders, fills, bills, algos. Absent values are "".
import {
  averagePrice,
  instrumentOf,
  liquidationPrice,
  markTicks,
  marginOf,
  positionInitial,
  positionMaintenance,
  positionNotional,
  positionUpl,
  TAKER_FEE,
} from './margin.ts';
import { notionalOf } from './instruments.ts';
import { divideDown, formatQuanta, multiplyDown, type Quanta } from './quanta.ts';
import type { Account, Algo, Bill, Fill, Order, Position } from './records.ts';
import { leverageOf, ledgerOf, type Ledger, type World } from './world.ts';
import { priceText, sizeText } from './wire-market.ts';

export type Row = Record<string, unknown>;

const emptyOrderFields = {
  tgtCcy: '',
  ccy: '',
  pxUsd: '',
  pxVol: '',
  pxType: '',
  stpId: '',
  attachAlgoClOrdId: '',
  tpTriggerPx: '',
  tpTriggerPxType: '',
  tpOrdPx: '',
  slTriggerPx: '',
  slTriggerPxType: '',
  slOrdPx: '',
  rebateCcy: 'USDT',
  rebate: '0',
  quickMgnType: '',
  algoClOrdId: '',
  tradeQuoteCcy: '',
  outcome: '',
  isTpLimit: 'false',
  cancelSourceReason: '',
};

/** `surface` matters: an unfilled avgPx is "" over REST and "0" over the socket. */
export function orderRow(order: Order, surface: 'rest' | 'socket' = 'rest'): Row {
  const instrument = instrumentOf(order.instId);
  return {
    ...emptyOrderFields,
    attachAlgoOrds: [],
    linkedAlgoOrd: { algoId: '' },
    instType: 'SWAP',
    instId: order.instId,
    ordId: order.ordId,
    clOrdId: order.clOrdId,
    tag: order.tag,
    px: order.ticks === undefined ? '' : priceText(instrument, order.ticks),
    sz: sizeText(instrument, order.lots),
    pnl: formatQuanta(order.pnl),
    ordType: order.ordType,
    side: order.side,
    posSide: order.posSide,
    tdMode: 'cross',
    accFillSz: sizeText(instrument, order.filledLots),
    fillPx: order.last ? priceText(instrument, order.last.ticks) : '',
    tradeId: order.last?.tradeId ?? '',
    fillSz: order.last ? sizeText(instrument, order.last.lots) : '0',
    fillTime: order.last ? String(order.last.at) : '',
    avgPx:
      order.filledLots > 0n
        ? trimmed((order.filledTickLots * instrument.tick) / order.filledLots)
        : surface === 'rest'
          ? ''
          : '0',
    state: order.state,
    stpMode: order.stpMode,
    lever: String(order.lever),
    feeCcy: 'USDT',
    fee: formatQuanta(order.fee),
    source: order.source,
    category: order.category,
    reduceOnly: String(order.reduceOnly),
    cancelSource: order.cancelSource,
    algoId: order.algoId,
    uTime: String(order.updatedAt),
    cTime: String(order.createdAt),
  };
}

/** An orders push: the order as it was, with this update's own fill. */
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
    ...row,
    fillPx: fill ? row['fillPx'] : '',
    tradeId: fill ? fill.tradeId : '',
    fillSz: fill ? row['fillSz'] : '0',
    fillTime: fill ? row['fillTime'] : '',
    notionalUsd: formatQuanta(notionalOf(instrument, price, order.lots)),
    fillNotionalUsd: fill ? formatQuanta(notionalOf(instrument, fill.ticks, fill.lots)) : '',
    fillPnl: fill ? formatQuanta(fill.pnl) : '0',
    fillFee: fill ? formatQuanta(fill.fee) : '0',
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
    fillPnl: formatQuanta(fill.pnl),
    fillPxVol: '',
    fillPxUsd: '',
    fillMarkVol: '',
    fillFwdPx: '',
    fillMarkPx: mark,
    side: fill.side,
    posSide: fill.posSide,
    execType: fill.isMaker ? 'M' : 'T',
    feeCcy: 'USDT',
    fee: formatQuanta(fill.fee),
    ts: String(fill.at),
    fillTime: String(fill.at),
    feeRate: '',
    tradeQuoteCcy: '',
  };
}

export function billRow(bill: Bill): Row {
  return {
    billId: bill.billId,
    type: bill.type,
    subType: bill.subType,
    ts: String(bill.at),
    ccy: 'USDT',
    bal: formatQuanta(bill.balance),
    balChg: formatQuanta(bill.change),
    posBal: '0',
    posBalChg: '0',
    sz: bill.size,
    px: bill.price,
    pnl: formatQuanta(bill.pnl),
    fee: formatQuanta(bill.fee),
    interest: '0',
    mgnMode: bill.instId === '' ? '' : 'cross',
    instId: bill.instId,
    instType: bill.instId === '' ? '' : 'SWAP',
    ordId: bill.ordId,
    clOrdId: bill.clOrdId,
    tradeId: bill.tradeId,
    tag: bill.tag,
    execType: bill.execType,
    from: '',
    to: '',
    notes: bill.notes,
    fillTime: bill.tradeId === '' ? '' : String(bill.at),
    fillIdxPx: '',
    fillMarkPx: '',
    earnAmt: '',
    earnApr: '',
  };
}

export function algoRow(algo: Algo): Row {
  const instrument = instrumentOf(algo.instId);
  const level = (ticks: bigint | undefined): string => (ticks === undefined ? '' : priceText(instrument, ticks));
  return {
    instType: 'SWAP',
    instId: algo.instId,
    ccy: '',
    ordId: algo.ordId,
    ordIdList: algo.ordId === '' ? [] : [algo.ordId],
    algoId: algo.algoId,
    algoClOrdId: algo.algoClOrdId,
    clOrdId: '',
    sz: algo.closesAll ? '' : sizeText(instrument, algo.lots),
    closeFraction: algo.closesAll ? '1' : '',
    ordType: algo.ordType,
    side: algo.side,
    posSide: algo.posSide,
    tdMode: 'cross',
    tgtCcy: '',
    state: algo.state,
    lever: '',
    tpTriggerPx: level(algo.takeProfitTicks),
    tpTriggerPxType: algo.takeProfitTicks === undefined ? '' : 'mark',
    tpOrdPx: algo.takeProfitTicks === undefined ? '' : '-1',
    slTriggerPx: level(algo.stopLossTicks),
    slTriggerPxType: algo.stopLossTicks === undefined ? '' : 'mark',
    slOrdPx: algo.stopLossTicks === undefined ? '' : '-1',
    triggerPx: '',
    triggerPxType: '',
    ordPx: '',
    actualSz: '',
    actualPx: '',
    actualSide: algo.actualSide,
    triggerTime: algo.triggeredAt === 0 ? '' : String(algo.triggeredAt),
    failCode: algo.failCode,
    tag: algo.tag,
    reduceOnly: String(algo.reduceOnly),
    last: '',
    quickMgnType: '',
    amendPxOnTriggerType: '',
    attachAlgoOrds: [],
    linkedOrd: { ordId: '' },
    uTime: String(algo.updatedAt),
    cTime: String(algo.createdAt),
  };
}

export function positionRow(world: World, position: Position): Row {
  const ledger = ledgerOf(world, position.accountId);
  const instrument = instrumentOf(position.instId);
  const isOpen = position.lots > 0n;
  const upl = positionUpl(world, position);
  const lever = leverageOf(ledger.account, position.instId);
  const mark = priceText(instrument, markTicks(world, position.instId));
  const uplRatio = isOpen ? formatQuanta(divideDown(upl * BigInt(lever), position.cost)) : '';
  const average = isOpen ? averagePrice(instrument, position.cost, position.lots) : 0n;
  const liquidation = isOpen ? liquidationPrice(world, ledger, position.instId) : undefined;
  const { ratio } = marginOf(world, ledger);
  const open = (value: string): string => (isOpen ? value : '');
  return {
    instType: 'SWAP',
    instId: position.instId,
    mgnMode: 'cross',
    posId: position.posId,
    posSide: position.posSide,
    pos: `${position.posSide === 'net' && position.direction === -1 && isOpen ? '-' : ''}${sizeText(instrument, position.lots)}`,
    availPos: '',
    avgPx: open(trimmed(average)),
    nonSettleAvgPx: '',
    markPx: mark,
    last: mark,
    idxPx: mark,
    usdPx: '1',
    bePx: open(trimmed(breakEven(position, instrument.lotCoin))),
    upl: formatQuanta(upl),
    uplRatio,
    uplLastPx: formatQuanta(upl),
    uplRatioLastPx: uplRatio,
    lever: String(lever),
    liqPx: liquidation ? trimmed(liquidation.price) : '',
    imr: open(formatQuanta(positionInitial(world, ledger, position))),
    margin: '',
    mgnRatio: isOpen && ratio !== undefined ? formatQuanta(ratio) : '',
    mmr: open(formatQuanta(positionMaintenance(world, position))),
    notionalUsd: open(formatQuanta(positionNotional(world, position))),
    ccy: 'USDT',
    tradeId: position.lastTradeId,
    adl: isOpen ? '1' : '0',
    realizedPnl: formatQuanta(position.pnl + position.fee + position.fundingFee),
    pnl: formatQuanta(position.pnl),
    fee: formatQuanta(position.fee),
    fundingFee: formatQuanta(position.fundingFee),
    liqPenalty: '0',
    settledPnl: '',
    closeOrderAlgo: [],
    cTime: String(position.openedAt),
    uTime: String(position.updatedAt),
    posCcy: '',
    optVal: '',
    liab: '',
    liabCcy: '',
    interest: '',
    hedgedPos: '',
    deltaBS: '',
    deltaPA: '',
    gammaBS: '',
    gammaPA: '',
    thetaBS: '',
    thetaPA: '',
    vegaBS: '',
    vegaPA: '',
    baseBal: '',
    quoteBal: '',
    baseBorrowed: '',
    baseInterest: '',
    quoteBorrowed: '',
    quoteInterest: '',
    spotInUseAmt: '',
    spotInUseCcy: '',
    clSpotInUseAmt: '',
    maxSpotInUseAmt: '',
    bizRefId: '',
    bizRefType: '',
    pendingCloseOrdLiabVal: '',
  };
}

// The price at which closing everything as taker returns the entry's cost and fees.
function breakEven(position: Position, lotCoin: Quanta): Quanta {
  if (position.lots === 0n) return 0n;
  const cost = position.cost - BigInt(position.direction) * position.fee;
  const coins = position.lots * lotCoin;
  return divideDown(cost, coins - BigInt(position.direction) * multiplyDown(coins, TAKER_FEE));
}

// Averages are cut to 12 digits: enough for every tick, short enough to read.
function trimmed(amount: Quanta): string {
  return formatQuanta((amount / 1_000_000n) * 1_000_000n);
}

export function balanceRow(world: World, ledger: Ledger): Row {
  const { account } = ledger;
  const margin = marginOf(world, ledger);
  const isUnified = account.acctLv === '3';
  const inUse = margin.initial + margin.orders;
  const ratio = margin.ratio === undefined ? '' : formatQuanta(margin.ratio);
  const top = (value: Quanta): string => (isUnified ? formatQuanta(value) : '');
  const own = (value: Quanta): string => (isUnified ? '' : formatQuanta(value));
  const time = String(account.updatedAt);
  return {
    uTime: String(world.clock.now()),
    totalEq: formatQuanta(margin.equity),
    isoEq: '0',
    adjEq: top(margin.equity),
    availEq: top(margin.available),
    ordFroz: top(margin.orders),
    imr: top(inUse),
    mmr: top(margin.maintenance),
    borrowFroz: '',
    mgnRatio: isUnified ? ratio : '',
    notionalUsd: top(margin.notional),
    notionalUsdForSwap: top(margin.notional),
    notionalUsdForFutures: '',
    notionalUsdForOption: '',
    notionalUsdForBorrow: '',
    upl: top(margin.upl),
    delta: '',
    deltaLever: '',
    deltaNeutralStatus: '',
    details: [
      {
        ccy: 'USDT',
        eq: formatQuanta(margin.equity),
        cashBal: formatQuanta(account.cash),
        availBal: formatQuanta(margin.available),
        availEq: formatQuanta(margin.available),
        frozenBal: formatQuanta(inUse),
        ordFrozen: formatQuanta(margin.orders),
        upl: formatQuanta(margin.upl),
        uTime: time,
        eqUsd: formatQuanta(margin.equity),
        disEq: formatQuanta(margin.equity),
        isoEq: '0',
        isoUpl: '0',
        isoLiab: '0',
        liab: '0',
        crossLiab: '0',
        uplLiab: '0',
        interest: '0',
        twap: '0',
        frpType: '0',
        maxLoan: '',
        mgnRatio: isUnified ? '' : ratio,
        imr: own(inUse),
        mmr: own(margin.maintenance),
        notionalLever: margin.equity > 0n ? formatQuanta(divideDown(margin.notional, margin.equity)) : '0',
        stgyEq: '0',
        fixedBal: '0',
        rewardBal: '0',
        borrowFroz: '',
        spotInUseAmt: '',
        clSpotInUseAmt: '',
        maxSpotInUse: '',
        spotIsoBal: '0',
        smtSyncEq: '0',
        spotCopyTradingEq: '0',
        spotBal: '',
        openAvgPx: '',
        accAvgPx: '',
        spotUpl: '',
        spotUplRatio: '',
        totalPnl: '',
        totalPnlRatio: '',
        colRes: '0',
        colBorrAutoConversion: '0',
        collateralEnabled: false,
        collateralRestrict: false,
        autoLendStatus: 'off',
        autoLendMtAmt: '0',
      },
    ],
  };
}

export function configRow(account: Account, key: { label: string; perm: string; ip: string }): Row {
  return {
    uid: account.accountId,
    mainUid: account.accountId,
    acctLv: account.acctLv,
    acctStpMode: 'cancel_maker',
    posMode: account.posMode,
    autoLoan: false,
    greeksType: 'PA',
    feeType: '0',
    level: 'Lv1',
    levelTmp: '',
    ctIsoMode: 'automatic',
    mgnIsoMode: 'automatic',
    spotOffsetType: '',
    stgyType: '0',
    roleType: '0',
    traderInsts: [],
    spotRoleType: '0',
    spotTraderInsts: [],
    opAuth: '0',
    kycLv: '2',
    label: key.label,
    ip: key.ip,
    perm: key.perm,
    liquidationGear: '-1',
    enableSpotBorrow: false,
    spotBorrowAutoRepay: false,
    type: '0',
    settleCcy: '',
    settleCcyList: ['USDT'],
  };
}

/** The balance-and-position push: the changed halves. */
export function balanceAndPositionRow(
  world: World,
  ledger: Ledger,
  change: { event: string; positions: readonly Position[] },
): Row {
  return {
    pTime: String(world.clock.now()),
    eventType: change.event,
    balData: [{ ccy: 'USDT', cashBal: formatQuanta(ledger.account.cash), uTime: String(ledger.account.updatedAt) }],
    posData: change.positions.map((position) => {
      const row = positionRow(world, position);
      return {
        posId: row['posId'],
        tradeId: row['tradeId'],
        instId: row['instId'],
        instType: 'SWAP',
        mgnMode: 'cross',
        posSide: row['posSide'],
        pos: row['pos'],
        ccy: 'USDT',
        posCcy: '',
        avgPx: row['avgPx'],
        nonSettleAvgPx: '',
        settledPnl: '',
        baseBal: '',
        quoteBal: '',
        baseBorrowed: '',
        baseInterest: '',
        quoteBorrowed: '',
        quoteInterest: '',
        uTime: row['uTime'],
      };
    }),
    trades: change.positions
      .filter((position) => position.lastTradeId !== '')
      .map((position) => ({ instId: position.instId, tradeId: position.lastTradeId })),
  };
}
