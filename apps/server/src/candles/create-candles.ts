// Creates the folder of stored candles and its download.
import path from 'node:path';
import type { Clock, Log } from '@rondo/engine/ports';
import { openCandleFolder } from '@rondo/store/candles';
import { aiInstruments } from '@rondo/strategy';
import type { AppContext } from '../app-context.ts';
import type { ServerConfig } from '../env.ts';
import { createCandleFiller } from './candle-filler.ts';

/** Opens the folder `candles` in the data folder. On a live venue the instruments of the AI option, which include BTC and ETH, are always downloaded. */
export function createCandles(
  { homeFolder, candlesMb, venue }: Pick<ServerConfig, 'homeFolder' | 'candlesMb' | 'venue'>,
  deps: { readonly clock: Clock; readonly log: Log; readonly market: AppContext['market'] },
): AppContext['candles'] {
  const folder = openCandleFolder(path.join(homeFolder, 'candles'));
  const isSandbox = venue === 'sandbox';
  const filler = createCandleFiller({
    ...deps,
    folder,
    source: isSandbox ? 'sandbox' : 'live',
    mostBytes: candlesMb * 1_000_000,
    always: isSandbox ? [] : aiInstruments,
  });
  return { folder, filler };
}
