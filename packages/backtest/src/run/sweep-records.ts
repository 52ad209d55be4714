// The rows of a sweep as flat records with their settings, for JSON and CSV.
import { formatDecimal, fractionToDecimal, normalise } from '@rondo/decimal';
import { settingsOfConfig, type BotSettings } from '@rondo/strategy';
import { backtestSettings, type BacktestConfig } from '../config/config.ts';
import type { SweepRow } from './run-sweep.ts';

/** One configuration's settings and figures: percents and money as decimal texts, counts as numbers. */
export type SweepRecord = Readonly<Record<string, string | number | boolean | null>>;

/** One record per row, in the order of the rows. Percents without an exact decimal have 12 places. */
export function sweepRecords(configs: readonly BacktestConfig[], rows: readonly SweepRow[]): readonly SweepRecord[] {
  return rows.map(({ config: place, summary }) => {
    const config = configs[place];
    if (config === undefined) throw new RangeError(`a row of configuration ${place}, which was not given`);
    return { config: place, ...settingsOf(config), ...summary };
  });
}

/** Records as CSV with a header; null is an empty cell. Every record has the first one's fields. */
export function recordsToCsv(records: readonly SweepRecord[]): string {
  const names = Object.keys(records[0] ?? {});
  const lines = records.map((record) => names.map((name) => record[name] ?? '').join(','));
  return [names.join(','), ...lines, ''].join('\n');
}

function settingsOf({ bot, fill, path, slippage }: BacktestConfig): SweepRecord {
  const settings = settingsOfConfig(bot, printedPlaces);
  return {
    ...Object.fromEntries(backtestSettings.map((name) => [name, cellOf(settings[name])])),
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
