// The instruments that the exchange in memory lists, with their rules and first prices, for the bots of long runs.
import { decimal } from '@rondo/decimal';
import { createExchangeCore } from '@rondo/sandbox';
import type { InstrumentRules } from '@rondo/strategy';
import { ethSwap } from '@rondo/testkit';

export type Listed = { readonly rules: InstrumentRules; readonly firstPrice: number };

let known: readonly Listed[] | null = null;

/** Returns every listed swap. The first price is rounded to the tick. */
export function listedSwaps(): readonly Listed[] {
  known ??= readList();
  return known;
}

function readList(): readonly Listed[] {
  const core = createExchangeCore({ seed: 1, clock: { now: () => Date.UTC(2026, 0, 5) }, speed: 0 });
  const rowsOf = (path: string): readonly Readonly<Record<string, string>>[] =>
    // A public list of the exchange has rows of texts.
    core.request({ method: 'GET', path, query: 'instType=SWAP' }).json.data as readonly Readonly<
      Record<string, string>
    >[];
  const prices = new Map(rowsOf('/api/v5/market/tickers').map((row) => [row['instId'], Number(row['last'])]));
  return rowsOf('/api/v5/public/instruments').map((row) => ({
    rules: {
      ...ethSwap,
      id: row['instId'] ?? '',
      tickSz: decimal(row['tickSz'] ?? ''),
      lotSz: decimal(row['lotSz'] ?? ''),
      minSz: decimal(row['minSz'] ?? ''),
      ctVal: decimal(row['ctVal'] ?? ''),
    },
    firstPrice: prices.get(row['instId']) ?? 1,
  }));
}
