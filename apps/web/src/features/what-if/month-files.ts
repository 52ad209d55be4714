// Loads the files of the stored months. The browser keeps each file, because its address contains the hash of the content.
import type { CandleCoverage } from '@rondo/contract';
import { callAddress } from '../../api/calls/client.ts';
import { routes } from '@rondo/contract';

/** The number of requests at the same time. A browser opens at most six connections to a server without HTTP/2. */
const atOnce = 6;

/** Returns the files of all months, oldest first. Rejects when a file cannot be loaded. */
export async function loadMonths(coverage: CandleCoverage, signal: AbortSignal): Promise<readonly ArrayBuffer[]> {
  const files: ArrayBuffer[] = [];
  const queue = [...coverage.months.entries()];
  const loadNext = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, { month, hash }] = next;
      const params = { id: coverage.instId, bar: coverage.bar, month, hash };
      const response = await fetch(callAddress(routes.candleMonth.path, { params }), { signal });
      if (!response.ok) throw new Error(`the month ${month} was answered with ${response.status}`);
      files[place] = await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loadNext));
  return files;
}
