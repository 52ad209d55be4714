// Reads the tradable USDT swaps with their tick and lot sizes, size limits, margin tiers and fees.
import type { Clock, Report, TradingState } from '@rondo/engine/ports';
import { decimal, isZero, multiply, parseDecimal, type Decimal } from '@rondo/decimal';
import { okxInstrumentSchema, okxTierSchema, type OkxInstrument, type OkxTier } from '@rondo/protocol';
import { familiesPerTierRequest, tiersMaxAgeMs } from '../../limits.ts';
import { translate, translateAll, type Translated } from '../reads/field-reader.ts';
import { failedReport } from '../commands/outcome.ts';
import { fetchRows, reportOf } from '../reads/reads.ts';
import { stateOf } from './instrument-registry.ts';
import type { OkxRest } from '../rest/rest.ts';
import type { InstrumentRules } from '../reads/translate.ts';

/** The maker and the taker fee rate as fractions of the notional value. A rate is positive when the account pays it. */
export interface FeeRates {
  readonly maker: Decimal;
  readonly taker: Decimal;
}

/** The fee rates of a regular account. Source: OKX v5, trade fee, level 1. */
export const regularFees: FeeRates = { maker: decimal('0.0002'), taker: decimal('0.0005') };

/**
 * A swap in the list of the exchange. It can be traded now when `state` is `live`. `base` is the coin. `feeGroup` is the id of the swap's group in the fee rates of the
 * account. Times are epoch ms.
 */
export interface ListedInstrument {
  readonly rules: InstrumentRules;
  readonly base: string;
  readonly family: string;
  readonly maxLeverage: Decimal;
  readonly feeGroup: string;
  readonly listedAt: number | null;
  readonly expiresAt: number | null;
  readonly state: TradingState;
}

/** The USDT swaps. `all` returns the swaps of the list that have begun trading, also while trading is suspended. `one` returns null when the instrument is not tradable. */
export interface InstrumentList {
  all(): Promise<Report<readonly ListedInstrument[]>>;
  one(instrumentId: string): Promise<Report<ListedInstrument | null>>;
}

type Tiers = InstrumentRules['tiers'];

/** The dependencies of the instrument list. The rules of every instrument get the rates in `fees`. */
export interface InstrumentListDeps {
  readonly rest: OkxRest;
  readonly clock: Clock;
  readonly fees: FeeRates;
  /** Returns the rows of all instruments, or null when they could not be read. */
  readonly rows: () => Promise<readonly unknown[] | null>;
}

/**
 * Returns a list that takes all instruments from `rows`. The list caches the margin tiers of each instrument family
 * (for example ETH-USDT) for `tiersMaxAgeMs`.
 */
export function createInstrumentList({ rest, clock, fees, rows: rowsOf }: InstrumentListDeps): InstrumentList {
  const tiersByFamily = new Map<string, { readonly tiers: Tiers; readonly readAt: number }>();

  async function listed(
    rows: readonly OkxInstrument[],
    startedAt: number,
  ): Promise<Report<readonly ListedInstrument[]>> {
    const missing = rows.map(familyOf).filter((family) => !isFresh(tiersByFamily.get(family)?.readAt));
    const failure = await readTiers([...new Set(missing)]);
    if (failure !== null) return { ...failure, startedAt };
    const toInstrument = (row: OkxInstrument): Translated<ListedInstrument> =>
      toListed(row, tiersByFamily.get(familyOf(row))?.tiers, fees);
    // Rows of suspended instruments may have blank fields. They do not hide the other instruments.
    const readable = rows.filter((row) => row.state === 'live' || toInstrument(row).ok);
    const all = translateAll(readable, toInstrument);
    return all.ok ? { ok: true, value: all.value, startedAt } : failedReport(all, startedAt);
  }

  function isFresh(readAt: number | undefined): boolean {
    return readAt !== undefined && clock.now() - readAt < tiersMaxAgeMs;
  }

  async function readTiers(families: readonly string[]): Promise<Extract<Report<never>, { ok: false }> | null> {
    for (let from = 0; from < families.length; from += familiesPerTierRequest) {
      const some = families.slice(from, from + familiesPerTierRequest);
      const query = { instType: 'SWAP', tdMode: 'cross', instFamily: some.join(',') };
      const report = await reportOf(
        clock,
        () => fetchRows(rest, 'tiers', { query, row: okxTierSchema }),
        (rows) => toTiers(rows),
      );
      if (!report.ok) return report;
      for (const [family, tiers] of report.value) tiersByFamily.set(family, { tiers, readAt: clock.now() });
    }
    return null;
  }

  return {
    async all() {
      const startedAt = clock.now();
      const rows = await rowsOf();
      if (rows === null) return failedReport({ cause: 'The list of instruments could not be read.' }, startedAt);
      return listed(rows.flatMap(parsedRow).filter(isListed), startedAt);
    },
    async one(instrumentId) {
      const query = { instType: 'SWAP', instId: instrumentId };
      const rows = await reportOf(
        clock,
        () => fetchRows(rest, 'instruments', { query, row: okxInstrumentSchema }),
        (all) => ({ ok: true, value: all.filter((row) => isListed(row) && row.state === 'live') }),
      );
      if (!rows.ok) return rows;
      const report = await listed(rows.value, rows.startedAt);
      return report.ok ? { ...report, value: report.value[0] ?? null } : report;
    },
  };
}

// One unreadable row does not hide the other instruments.
function parsedRow(row: unknown): readonly OkxInstrument[] {
  const parsed = okxInstrumentSchema.safeParse(row);
  return parsed.success ? [parsed.data] : [];
}

const unlisted: readonly OkxInstrument['state'][] = ['preopen', 'test', 'expired'];

function isListed(row: OkxInstrument): boolean {
  return (
    row.settleCcy === 'USDT' &&
    row.ctType === 'linear' &&
    !unlisted.includes(row.state) &&
    row.instId.endsWith('-USDT-SWAP')
  );
}

function familyOf(row: OkxInstrument): string {
  return row.instFamily === '' ? row.uly : row.instFamily;
}

function toListed(row: OkxInstrument, tiers: Tiers | undefined, fees: FeeRates): Translated<ListedInstrument> {
  return translate(row.instId, (field) => {
    if (tiers === undefined || tiers.length === 0) field.fault('the instrument has no position tiers');
    const multiplier = row.ctMult === '' ? decimal('1') : field.decimal('ctMult', row.ctMult);
    const [tickSz, lotSz] = [field.decimal('tickSz', row.tickSz), field.decimal('lotSz', row.lotSz)];
    if (isZero(tickSz) || isZero(lotSz)) field.fault('the tick size or the lot size is zero');
    const limit = field.decimalOrNull('maxLmtSz', row.maxLmtSz);
    const market = field.decimalOrNull('maxMktSz', row.maxMktSz);
    const rules: InstrumentRules = {
      id: row.instId,
      tickSz,
      lotSz,
      minSz: field.decimal('minSz', row.minSz),
      ctVal: multiply(field.decimal('ctVal', row.ctVal), multiplier),
      ...(limit === null ? {} : { maxLimitSz: limit }),
      ...(market === null ? {} : { maxMarketSz: market }),
      tiers: tiers ?? [],
      takerFee: fees.taker,
      makerFee: fees.maker,
    };
    return {
      rules,
      base: row.ctValCcy,
      family: familyOf(row),
      maxLeverage: field.decimal('lever', row.lever),
      feeGroup: row.groupId,
      listedAt: row.listTime,
      expiresAt: row.expTime,
      state: stateOf(row),
    };
  });
}

function toTiers(rows: readonly OkxTier[]): Translated<ReadonlyMap<string, Tiers>> {
  const byFamily = new Map<string, OkxTier[]>();
  for (const row of rows) {
    const family = row.instFamily === '' ? row.uly : row.instFamily;
    byFamily.set(family, [...(byFamily.get(family) ?? []), row]);
  }
  const families = [...byFamily].map(
    ([family, own]) => [family, own.toSorted((a, b) => Number(a.tier) - Number(b.tier))] as const,
  );
  return translate(
    'position tiers',
    (field) =>
      new Map(
        families.map(([family, own]) => [
          family,
          own.map((row) => {
            const maxLeverage = row.maxLever === '' ? undefined : parseDecimal(row.maxLever);
            return {
              maxSz: field.decimalOrNull('maxSz', row.maxSz),
              mmr: field.decimal('mmr', row.mmr),
              ...(maxLeverage === undefined ? {} : { maxLeverage }),
            };
          }),
        ]),
      ),
  );
}
