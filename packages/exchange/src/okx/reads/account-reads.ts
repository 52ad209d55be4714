// Reads the account: settings, balance, positions, leverage and fee rates.
import type { AccountReport, BalanceReport, Clock, PositionReport, Report } from '@rondo/engine/ports';
import type { Decimal } from '@rondo/decimal';
import {
  okxAccountConfigSchema,
  okxBalanceSchema,
  okxLeverageSchema,
  okxPositionSchema,
  okxTradeFeeSchema,
  type OkxPosition,
  type OkxTradeFee,
} from '@rondo/protocol';
import { translate, translateAll, type Translated } from './field-reader.ts';
import type { FeeRates } from '../market/instrument-list.ts';
import { fetchRows, reportOf } from './reads.ts';
import type { OkxRest } from '../rest/rest.ts';
import { toAccountReport, toBalanceReport, toPaidRate, toPositionReport, type InstrumentRules } from './translate.ts';

/**
 * The readings of the account. The promise of a method never rejects. A failed reading returns a report with `ok:
 * false`.
 */
export interface AccountReads {
  account(): Promise<Report<AccountReport>>;
  balance(): Promise<Report<BalanceReport>>;
  positions(instruments: readonly InstrumentRules[]): Promise<Report<readonly PositionReport[]>>;
  /** Reads every open swap position. Sizes are in contracts, as the exchange lists them. */
  everyPosition(): Promise<
    Report<readonly { readonly instrumentId: string; readonly positionSide: string; readonly size: string }[]>
  >;
  leverage(instrumentId: string): Promise<Report<Decimal>>;
  /**
   * Reads the swap fee rates of this account. A rate is positive when the account pays it. When the response does not
   * contain the fee group, the general rate is returned.
   */
  fees(feeGroup: string): Promise<Report<FeeRates>>;
}

/**
 * Returns the readings. `positions` ignores closed positions (size zero) and isolated positions, because a bot never
 * owns an isolated position.
 */
export function createAccountReads(rest: OkxRest, clock: Clock): AccountReads {
  return {
    account: () =>
      reportOf(
        clock,
        () => fetchRows(rest, 'accountConfig', { query: {}, row: okxAccountConfigSchema }),
        ([row]) => (row === undefined ? missing('account settings') : toAccountReport(row)),
      ),
    balance: () =>
      reportOf(
        clock,
        () => fetchRows(rest, 'balance', { query: { ccy: 'USDT' }, row: okxBalanceSchema }),
        ([row]) => (row === undefined ? missing('balance') : toBalanceReport(row)),
      ),
    async positions(instruments) {
      const rules = new Map(instruments.map((one) => [one.id, one]));
      const read = (): ReturnType<typeof fetchRows<ReturnType<typeof okxPositionSchema.parse>>> =>
        fetchRows(rest, 'positions', { query: { instType: 'SWAP' }, row: okxPositionSchema });
      const report = await reportOf(clock, read, (rows) =>
        translateAll(
          rows.flatMap((row) => {
            const own = rules.get(row.instId);
            return own === undefined || row.mgnMode === 'isolated' ? [] : [{ row, own }];
          }),
          ({ row, own }) => toPositionReport(row, own),
        ),
      );
      return report.ok ? { ...report, value: report.value.filter((position) => position.lots !== 0n) } : report;
    },
    everyPosition: () =>
      reportOf(
        clock,
        () => fetchRows(rest, 'positions', { query: { instType: 'SWAP' }, row: okxPositionSchema }),
        (rows) => ({ ok: true, value: rows.filter((row) => !isZero(row.pos)).map(toListedPosition) }),
      ),
    leverage: (instrumentId) =>
      reportOf(
        clock,
        () =>
          fetchRows(rest, 'leverage', { query: { instId: instrumentId, mgnMode: 'cross' }, row: okxLeverageSchema }),
        ([row]) =>
          row === undefined ? missing('leverage') : translate('leverage', (field) => field.decimal('lever', row.lever)),
      ),
    fees: (feeGroup) =>
      reportOf(
        clock,
        () => fetchRows(rest, 'tradeFee', { query: { instType: 'SWAP' }, row: okxTradeFeeSchema }),
        ([row]) => (row === undefined ? missing('fee rates') : toFeeRates(row, feeGroup)),
      ),
  };
}

function isZero(size: string): boolean {
  return /^-?0*\.?0*$/.test(size);
}

function toListedPosition({ instId, posSide, pos }: OkxPosition) {
  return { instrumentId: instId, positionSide: typeof posSide === 'string' ? posSide : posSide.raw, size: pos };
}

function toFeeRates(row: OkxTradeFee, feeGroup: string): Translated<FeeRates> {
  const own = row.feeGroup.find((group) => group.groupId === feeGroup);
  const maker = own?.maker || row.makerU || row.maker;
  const taker = own?.taker || row.takerU || row.taker;
  return translate('fee rates', (field) => ({
    maker: toPaidRate(field, 'maker', maker),
    taker: toPaidRate(field, 'taker', taker),
  }));
}

function missing(what: string): Translated<never> {
  return { ok: false, cause: `no ${what} in the response` };
}
