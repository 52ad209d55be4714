// Rows of the funding account as OKX spells them. Absent values are "".
import { formatBaseUnits } from '../base-units.ts';
import type { Transfer } from '../state/records.ts';
import type { Row } from './blank-fields.ts';

/** USDT on one of its chains. */
export function currencyRow(network: string): Row {
  return {
    ccy: 'USDT',
    name: 'Tether',
    logoLink: '',
    chain: `USDT-${network}`,
    ctAddr: '',
    canDep: true,
    canWd: false,
    canInternal: true,
    depEstOpenTime: '',
    wdEstOpenTime: '',
    minDep: '0.01',
    minWd: '2',
    minInternal: '0.0001',
    maxWd: '0',
    wdTickSz: '6',
    wdQuota: '0',
    usedWdQuota: '0',
    fee: '1',
    minFee: '1',
    maxFee: '1',
    minFeeForCtAddr: '1',
    maxFeeForCtAddr: '1',
    burningFeeRate: '',
    mainNet: network === 'ERC20',
    needTag: false,
    minDepArrivalConfirm: '12',
    minWdUnlockConfirm: '32',
    depQuotaFixed: '',
    usedDepQuotaFixed: '',
    depQuoteDailyLayer2: '',
  };
}

/** The row of a transfer's state. */
export function transferRow(transfer: Transfer): Row {
  return {
    transId: transfer.transId,
    clientId: transfer.clientId,
    ccy: 'USDT',
    amt: formatBaseUnits(transfer.amount),
    type: '0',
    from: transfer.from,
    to: transfer.to,
    subAcct: '',
    instId: '',
    toInstId: '',
    state: 'success',
  };
}

/** OKX bill types of the funding account: 130 from the trading account, 131 to it. */
export function assetBillType(transfer: Transfer): string {
  return transfer.to === '6' ? '130' : '131';
}

/** The row of a funding account bill. */
export function assetBillRow(transfer: Transfer): Row {
  const isIn = transfer.to === '6';
  return {
    billId: transfer.transId,
    ccy: 'USDT',
    clientId: transfer.clientId,
    balChg: formatBaseUnits(isIn ? transfer.amount : -transfer.amount),
    bal: formatBaseUnits(transfer.funding),
    type: assetBillType(transfer),
    notes: '',
    ts: String(transfer.at),
  };
}
