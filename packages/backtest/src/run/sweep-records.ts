// The rows of a sweep as flat records, beside the settings they belong to: what JSON and CSV hold.
import {
  formatDecimal,
  fraction,
  fractionToDecimal,
  multiplyFractions,
  normalise,
  type Fraction,
} from '@rondo/decimal';
import type { BacktestConfig } from '../config/config.ts';
import type { SweepRow } from './run-sweep.ts';

/** One configuration's settings and figures: percents and money as decimal texts, counts as numbers. */
export type SweepRecord = Readonly<Record<string, string | number | boolean | null>>;

/** One record per row, in the order of the rows. Percents that no decimal holds have 12 places. */
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
  return {
    direction: bot.direction,
    martinSteps: bot.martinSteps,
    cyclicSteps: bot.cyclicSteps,
    stepDistance: percentOf(bot.stepDistance),
    takeProfit: percentOf(bot.takeProfit),
    leverage: formatDecimal(bot.leverage),
    investmentRatio: percentOf(bot.investmentRatio),
    allocation: formatDecimal(bot.allocation),
    cycleCredit: percentOf(bot.cycleCredit),
    compound: bot.compound,
    stopLoss: bot.stopLoss === null ? null : percentOf(bot.stopLoss.fractionOfBudget),
    makerFee: formatDecimal(bot.instrument.makerFee),
    takerFee: formatDecimal(bot.instrument.takerFee),
    fill,
    path,
    slippage: formatDecimal(normalise(fractionToDecimal(slippage, printedPlaces, 'halfUp'))),
  };
}

const printedPlaces = 12;

function percentOf(ratio: Fraction): string {
  const percent = multiplyFractions(ratio, fraction(100n));
  return formatDecimal(normalise(fractionToDecimal(percent, printedPlaces, 'halfUp')));
}
