// The readings of signal rules: one for each rule, instrument and bar. All nodes use the reading that was stored first.
import type { Sql } from 'postgres';
import { integerOf, oneRow } from '../database/row.ts';
import { maxRows } from '../limits.ts';
import { allColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';
import { signalReadings } from '../tables/signals.ts';

const columns = allColumns(signalReadings);

/** A stored reading. `barsHash` is the digest of the bars from which it was computed. */
export type StoredReading = RecordOf<typeof columns>;

/** The readings of the rules. */
export interface SignalReadings {
  /** Stores the reading, and returns it. When the bar already has a reading of the rule, nothing is stored and the stored reading is returned. */
  record(reading: StoredReading): Promise<StoredReading>;
  /** Returns the newest readings of a rule for bars that closed at `since` (epoch ms) or later, at most `limit`, the newest first. */
  list(
    of: Pick<StoredReading, 'ruleKey' | 'instrumentId' | 'bar'> & { readonly since: number },
    limit: number,
  ): Promise<readonly StoredReading[]>;
  /** Returns for each span the close of the first bar at which the rule fired, or null. A span begins at `from` and ends before `to` (epoch ms). */
  firstFirings(
    of: Pick<StoredReading, 'ruleKey' | 'instrumentId' | 'bar'>,
    spans: readonly { readonly from: number; readonly to: number }[],
  ): Promise<readonly (number | null)[]>;
}

/** Returns the readings of a database. */
export function createSignalReadings(sql: Sql): SignalReadings {
  return {
    async record(reading) {
      await sql`insert into signal_readings ${sql(valuesOf(columns, reading))} on conflict do nothing`;
      const { ruleKey, instrumentId, bar, closedAt } = reading;
      return readReading(
        oneRow(
          await sql`
            select * from signal_readings
            where rule_key = ${ruleKey} and instrument_id = ${instrumentId} and bar = ${bar} and closed_at = ${closedAt}`,
        ),
      );
    },
    async list({ ruleKey, instrumentId, bar, since }, limit) {
      const rows = await sql`
        select * from signal_readings where rule_key = ${ruleKey} and instrument_id = ${instrumentId} and bar = ${bar} and closed_at >= ${since}
        order by closed_at desc limit ${Math.min(limit, maxRows)}`;
      return rows.map(readReading);
    },
    async firstFirings({ ruleKey, instrumentId, bar }, spans) {
      const rows = await sql`
        select (
          select min(closed_at) from signal_readings
          where rule_key = ${ruleKey} and instrument_id = ${instrumentId} and bar = ${bar} and fires
            and closed_at >= span.starts and closed_at < span.ends) as fired_at
        from unnest(${spans.map(({ from }) => from)}::bigint[], ${spans.map(({ to }) => to)}::bigint[])
          with ordinality as span (starts, ends, place)
        order by place`;
      return rows.map((row) => (row['fired_at'] === null ? null : integerOf(row, 'fired_at')));
    },
  };
}

const readReading = readerOf(columns);
