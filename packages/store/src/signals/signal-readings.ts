// The readings of signal rules: one for each rule, instrument and bar. All nodes use the reading that was stored first.
import type { Sql } from 'postgres';
import { oneRow } from '../database/row.ts';
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
  };
}

const readReading = readerOf(columns);
