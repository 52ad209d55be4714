// Rows of the funding account in the format of OKX. A missing value is "".
import { formatBaseUnits } from '../base-units.ts';
import type { Transfer } from '../state/records.ts';
import type { Row } from './blank-fields.ts';

/** Returns the row of USDT on one network. */
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

/** Returns the row with the state of a transfer. */
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

/** Returns the OKX bill type of a transfer in the funding account: 130 for a transfer from the trading account, 131 for a transfer to the trading account. */
export function assetBillType(transfer: Transfer): string {
  return transfer.to === '6' ? '130' : '131';
}

/** Returns the row of a bill of the funding account. */
export function assetBillRow(transfer: Transfer): Row {
  const isIntoFunding = transfer.to === '6';
  return {
    billId: transfer.transId,
    ccy: 'USDT',
    clientId: transfer.clientId,
    balChg: formatBaseUnits(isIntoFunding ? transfer.amount : -transfer.amount),
    bal: formatBaseUnits(transfer.funding),
    type: assetBillType(transfer),
    notes: '',
    ts: String(transfer.at),
  };
}
