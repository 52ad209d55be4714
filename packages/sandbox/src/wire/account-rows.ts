// Account rows in the format of OKX: balance, configuration and bills. A missing value is "".
import { covers, type Raw } from './envelope.ts';
import { marginOf } from '../accounting/margin.ts';
import { modeOf } from '../accounting/margin-modes.ts';
import { divideDown, formatBaseUnits, type BaseUnits } from '../base-units.ts';
import type { Account, Bill } from '../state/records.ts';
import { blankDetail, type Row } from './blank-fields.ts';
import type { Ledger, World } from '../state/world.ts';

/** Returns the balance row. If the request names currencies, the details contain only these currencies. */
export function balanceRow(world: World, ledger: Ledger, asked: Raw): Row {
  const { account } = ledger;
  const margin = marginOf(world, ledger);
  const isUnified = account.acctLv === '3' || account.acctLv === '4';
  const inUse = margin.initial + margin.orders;
  const ratio = margin.ratio === undefined ? '' : formatBaseUnits(margin.ratio);
  const top = (value: BaseUnits): string => (isUnified ? formatBaseUnits(value) : '');
  const own = (value: BaseUnits): string => (isUnified ? '' : formatBaseUnits(value));
  const time = String(account.updatedAt);
  return {
    uTime: String(world.clock.now()),
    totalEq: formatBaseUnits(margin.equity + margin.isolated),
    isoEq: formatBaseUnits(margin.isolated),
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
        ...blankDetail,
        ccy: 'USDT',
        eq: formatBaseUnits(margin.equity + margin.isolated),
        isoEq: formatBaseUnits(margin.isolated),
        isoUpl: formatBaseUnits(margin.isolatedUpl),
        cashBal: formatBaseUnits(account.cash),
        availBal: formatBaseUnits(margin.available),
        availEq: account.acctLv === '1' ? '' : formatBaseUnits(margin.available),
        frozenBal: formatBaseUnits(inUse),
        ordFrozen: formatBaseUnits(margin.orders),
        upl: formatBaseUnits(margin.upl + margin.isolatedUpl),
        uTime: time,
        eqUsd: formatBaseUnits(margin.equity + margin.isolated),
        disEq: formatBaseUnits(margin.equity),
        mgnRatio: isUnified ? '' : ratio,
        imr: own(inUse),
        mmr: own(margin.maintenance),
        notionalLever: margin.equity > 0n ? formatBaseUnits(divideDown(margin.notional, margin.equity)) : '0',
      },
    ].filter(({ ccy }) => covers(asked, 'ccy', ccy)),
  };
}

/** Returns the row of account/config. */
export function configRow(account: Account, key: { label: string; perm: string; ip: string }): Row {
  return {
    uid: account.accountId,
    mainUid: account.accountId,
    acctLv: account.acctLv,
    acctStpMode: 'cancel_maker',
    posMode: account.posMode,
    autoLoan: account.isAutoLoan ?? false,
    greeksType: account.greeksType ?? 'PA',
    feeType: '0',
    level: account.feeLevel ?? 'Lv1',
    levelTmp: '',
    ctIsoMode: account.isolatedMode ?? 'automatic',
    mgnIsoMode: 'automatic',
    spotOffsetType: '',
    stgyType: '0',
    roleType: account.roleType ?? '0',
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
    discountType: '0',
    settleCcyList: ['USDT'],
  };
}

/** Returns the row of a bill. */
export function billRow(bill: Bill): Row {
  return {
    billId: bill.billId,
    type: bill.type,
    subType: bill.subType,
    ts: String(bill.at),
    ccy: 'USDT',
    bal: formatBaseUnits(bill.balance),
    balChg: formatBaseUnits(bill.change),
    posBal: formatBaseUnits(bill.positionBalance ?? 0n),
    posBalChg: formatBaseUnits(-(bill.moved ?? 0n)),
    sz: bill.size,
    px: bill.price,
    pnl: formatBaseUnits(bill.pnl),
    fee: formatBaseUnits(bill.fee),
    interest: '0',
    mgnMode: bill.instId === '' ? '' : modeOf(bill),
    instId: bill.instId,
    instType: bill.instId === '' ? '' : 'SWAP',
    ordId: bill.ordId,
    clOrdId: bill.clOrdId,
    tradeId: bill.tradeId,
    tag: bill.tag,
    execType: bill.execType,
    from: bill.from ?? '',
    to: bill.to ?? '',
    notes: bill.notes,
    fillTime: bill.tradeId === '' ? '' : String(bill.at),
    fillIdxPx: '',
    fillMarkPx: '',
    earnAmt: '',
    earnApr: '',
  };
}
