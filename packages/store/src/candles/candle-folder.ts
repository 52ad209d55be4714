// The folder of recorded candles. One file has the candles of one month, in `<source>/<instrument>/<bar>/<month>.candles`.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compactMark, compressCandles } from './compact-file.ts';
import { candleSources, parseMonths, withMonth, type StoredMonth } from './month-list.ts';

/** The source of a series: `live`, `sandbox` or `imported`. */
export type CandleSource = (typeof candleSources)[number];

/** The candles of one instrument, bar and source. */
export type CandleSeries = { readonly source: CandleSource; readonly instrumentId: string; readonly bar: string };

/** The candles of a month that are written, in the encoded form of the back-tester. */
export type NewMonth = Omit<StoredMonth, 'bytes' | 'hash'> & { readonly encoded: Uint8Array };

/** The folder. Several processes may read and write it, because each file is replaced by one rename. */
export interface CandleFolder {
  /** Returns the stored months of a series, oldest first. */
  months(series: CandleSeries): Promise<readonly StoredMonth[]>;
  /** Writes the file of a month and then the list of months. Replaces an older file of the month. */
  write(series: CandleSeries, month: NewMonth): Promise<StoredMonth>;
  /** Returns the whole compact file of a month, or null when the file is missing or has another content than `hash`. */
  read(series: CandleSeries, month: Pick<StoredMonth, 'month' | 'hash'>): Promise<Buffer | null>;
  /** Returns every series with at least one stored month. */
  list(): Promise<readonly CandleSeries[]>;
  /** Returns the size of all listed files in bytes. */
  bytes(): Promise<number>;
}

const listName = 'months.json';

/** Opens the folder of recorded candles. The folder is created by the first write. */
export function openCandleFolder(folder: string): CandleFolder {
  const placeOf = ({ source, instrumentId, bar }: CandleSeries): string => {
    // The names are parts of a path, so a name with another character is an error of the caller.
    for (const name of [instrumentId, bar])
      if (!/^[A-Za-z0-9-]{1,40}$/.test(name)) throw new Error(`${name} is not a name of an instrument or a bar.`);
    return path.join(folder, source, instrumentId, bar);
  };
  const months = async (series: CandleSeries): Promise<readonly StoredMonth[]> =>
    parseMonths((await readIfPresent(path.join(placeOf(series), listName)))?.toString('utf8') ?? '[]');
  const list = (): Promise<readonly CandleSeries[]> => listSeries(folder);
  return {
    months,
    list,
    async write(series, { encoded, ...month }) {
      const place = placeOf(series);
      const file = compressCandles(encoded);
      const stored: StoredMonth = { ...month, bytes: file.length, hash: hashOf(file) };
      await mkdir(place, { recursive: true });
      await replaceFile(path.join(place, `${month.month}.candles`), file);
      await replaceFile(path.join(place, listName), `${JSON.stringify(withMonth(await months(series), stored))}\n`);
      return stored;
    },
    async read(series, { month, hash }) {
      if (!/^\d{4}-\d{2}$/.test(month)) return null;
      const file = await readIfPresent(path.join(placeOf(series), `${month}.candles`));
      return file !== null && hashOf(file) === hash ? file : null;
    },
    async bytes() {
      const lists = await Promise.all((await list()).map(months));
      return lists.flat().reduce((sum, month) => sum + month.bytes, 0);
    },
  };
}

function hashOf(file: Buffer): string {
  return createHash('sha256').update(file.subarray(compactMark.length)).digest('hex').slice(0, 16);
}

async function listSeries(folder: string): Promise<readonly CandleSeries[]> {
  const found: CandleSeries[] = [];
  for (const source of candleSources) {
    for (const instrumentId of await namesIn(path.join(folder, source))) {
      for (const bar of await namesIn(path.join(folder, source, instrumentId)))
        found.push({ source, instrumentId, bar });
    }
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[A-Za-z0-9-]{1,40}$/.test(name)).toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readIfPresent(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function replaceFile(file: string, content: Buffer | string): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(draft, content, { flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
