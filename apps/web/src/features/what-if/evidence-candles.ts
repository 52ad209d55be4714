// The candles from which the evidence beside the mark of a preset may be made (decision 44).
import { storedBars, type CandleCoverage } from '@rondo/contract';

export const evidenceInstruments = { btc: 'BTC-USDT-SWAP', eth: 'ETH-USDT-SWAP' } as const;

/** 24 months. A shorter span contains too few falls. */
const leastMs = 730 * 86_400_000;

/** Returns whether the candles are of a live venue or imported, and cover 24 months without their gaps. The sandbox makes its candles from a seed, so they show nothing about a market. */
export function isEvidence({ months, bar, is_simulated: isSimulated }: CandleCoverage): boolean {
  const coveredMs = months.reduce((sum, { candles }) => sum + candles, 0) * storedBars[bar];
  return !isSimulated && months.every(({ source }) => source !== 'sandbox') && coveredMs >= leastMs;
}
