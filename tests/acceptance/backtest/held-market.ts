// The held market of a sandbox: its prices change only when the test moves them, and its ledger shows the resting orders of one account.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDecimal, priceOf, ticks } from '@rondo/decimal';
import type { InstrumentRules } from '@rondo/strategy';
import { ticksOf, type HeldMarket } from './lock-step.ts';

/** Returns the market of the instrument in the sandbox at `rest`. `label` names the account whose orders are read. */
export async function heldMarket(
  rest: string,
  label: string,
  instrument: Pick<InstrumentRules, 'id' | 'tickSz'>,
): Promise<HeldMarket> {
  const read = async (what: string): Promise<Record<string, readonly Record<string, string>[]>> => {
    const response = await fetch(`${rest}/sandbox/${what}`);
    return (await response.json()) as Record<string, readonly Record<string, string>[]>; // The sandbox sends records of texts.
  };
  const { markets = [] } = await read('state');
  const market = markets.find((each) => each['instId'] === instrument.id);
  if (market?.['last'] === undefined) throw new Error(`The sandbox has no market of ${instrument.id}.`);
  return {
    start: ticksOf(market['last'], instrument),
    async advance(prices) {
      const texts = prices.map((price) => formatDecimal(priceOf(ticks(price), instrument.tickSz)));
      const body = JSON.stringify({ instId: instrument.id, prices: texts });
      const response = await fetch(`${rest}/sandbox/advance`, { method: 'POST', body });
      if (!response.ok) throw new Error(`The sandbox refused to move the market: ${await response.text()}.`);
    },
    async resting() {
      const { orders = [] } = await read(`ledger?label=${label}`);
      const live = orders.filter((order) => order['state'] === 'live' || order['state'] === 'partially_filled');
      return live.map((order) => `${order['side']} ${order['px']} ${order['sz']}`).toSorted();
    },
  };
}

/**
 * Writes a recorded market, because a resting order fills completely on a recorded market. The test moves the price. The start price
 * 2003.37 is chosen so that no order size is close to the next multiple of the lot size, because a small difference in price could then
 * change the rounded size.
 */
export function writeStandingMarket(): { readonly folder: string; readonly recording: string } {
  const rows = Array.from({ length: 200 }, (_, minute) => `${minute * 60_000},2003.37,2003.37,2003.37,2003.37,100`);
  const folder = mkdtempSync(join(tmpdir(), 'rondo-held-market-'));
  const recording = join(folder, 'market.csv');
  writeFileSync(recording, ['ts_ms,open,high,low,close,volume', ...rows].join('\n'));
  return { folder, recording };
}
