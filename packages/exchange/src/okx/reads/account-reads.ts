// Reads the account: settings, balance, positions, leverage and fee rates.
import type { AccountReport, BalanceReport, Clock, PositionReport, Report } from '@rondo/engine/ports';
import type { Decimal } from '@rondo/decimal';
import {
  okxAccountConfigSchema,
  okxAnyRowSchema,
  okxBalanceSchema,
  okxLeverageSchema,
  okxPositionSchema,
  okxTradeFeeSchema,
  type OkxPosition,
  type OkxTradeFee,
} from '@rondo/protocol';
import { instrumentIdOf, parseRow, textOf, translate, type Translated } from './field-reader.ts';
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
 * owns an isolated position. An unreadable position of a requested instrument is one entry without a size.
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
    positions: (instruments) =>
      // Each row is parsed on its own, so that one unreadable row does not hide the other positions of the account.
      reportOf(
        clock,
        () => fetchRows(rest, 'positions', { query: { instType: 'SWAP' }, row: okxAnyRowSchema }),
        positionReports(instruments),
      ),
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

// A position that cannot be translated is reported with its instrument. A size off the known units makes the reading fail, because the next
// reading has finer units.
function positionReports(
  instruments: readonly InstrumentRules[],
): (rows: readonly unknown[]) => Translated<readonly PositionReport[]> {
  const rules = new Map(instruments.map((one) => [one.id, one]));
  return (rows) => {
    const reports: PositionReport[] = [];
    for (const raw of rows) {
      const own = rules.get(instrumentIdOf(raw));
      if (own === undefined || textOf('mgnMode')(raw) === 'isolated') continue;
      const parsed = parseRow(okxPositionSchema, raw);
      const report = parsed.ok ? toPositionReport(parsed.value, own) : parsed;
      if (!report.ok && report.offGrid !== undefined) return report;
      if (!report.ok) reports.push(unreadablePosition(own.id, report.cause));
      else if (report.value.lots !== 0n) reports.push(report.value);
    }
    return { ok: true, value: reports };
  };
}

function unreadablePosition(instrumentId: string, unreadable: string): PositionReport {
  return {
    instrumentId,
    positionSide: 'net',
    lots: 0n,
    averagePrice: null,
    markPrice: null,
    liquidationPrice: null,
    unrealisedPnl: null,
    leverage: null,
    updatedAt: 0,
    unreadable,
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
