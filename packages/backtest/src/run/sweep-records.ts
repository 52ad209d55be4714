// Converts the rows of a sweep to flat records with their settings, for JSON and CSV.
import { formatDecimal, fractionToDecimal, normalise } from '@rondo/decimal';
import { settingsOfConfig, type BotSettings } from '@rondo/strategy';
import { backtestSettings, type BacktestConfig } from '../config/config.ts';
import type { SweepRow } from './run-sweep.ts';

/** The settings and the figures of one configuration. Percents and money are decimal texts, and counts are numbers. */
export type SweepRecord = Readonly<Record<string, string | number | boolean | null>>;

/** Returns one record per row, in the sequence of the rows. A percent without an exact decimal is rounded to 12 decimal places. */
export function sweepRecords(configs: readonly BacktestConfig[], rows: readonly SweepRow[]): readonly SweepRecord[] {
  return rows.map(({ config: place, summary }) => {
    const config = configs[place];
    if (config === undefined) throw new RangeError(`A row names the configuration ${place}, which is not in the list.`);
    return { config: place, ...settingsOf(config), ...summary };
  });
}

/** Returns the records as CSV with a header. A null value is an empty cell. Every record must have the fields of the first record. */
export function recordsToCsv(records: readonly SweepRecord[]): string {
  const names = Object.keys(records[0] ?? {});
  const lines = records.map((record) => names.map((name) => record[name] ?? '').join(','));
  return [names.join(','), ...lines, ''].join('\n');
}

function settingsOf({ bot, fill, path, slippage }: BacktestConfig): SweepRecord {
  const settings = settingsOfConfig(bot, printedPlaces);
  return {
    ...Object.fromEntries(backtestSettings.map((name) => [name, cellOf(settings[name])])),
    // Each round has its own distance.
    ...(settings.atrMultiplier === null ? {} : { stepDistance: null }),
    makerFee: formatDecimal(bot.instrument.makerFee),
    takerFee: formatDecimal(bot.instrument.takerFee),
    fill,
    path,
    slippage: formatDecimal(normalise(fractionToDecimal(slippage, printedPlaces, 'halfUp'))),
  };
}

const printedPlaces = 12;

function cellOf(value: BotSettings[(typeof backtestSettings)[number]]): string | number | boolean | null {
  if (typeof value !== 'object' || value === null) return value;
  return formatDecimal('percent' in value ? value.percent : value);
}
