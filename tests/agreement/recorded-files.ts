// Lists and reads the recorded candle files.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isRecorded, recordedFolder } from '../recordings.ts';
import { seriesOfText, type Series } from './series.ts';

/** Returns the paths of the recorded candle files, relative to the folder of the recordings. When the folder is missing, it prints a message and returns an empty list. */
export function recordedFiles(): readonly string[] {
  return ['okx-swap', 'binance-perp'].flatMap((folder) => {
    const inside = path.join(recordedFolder, folder);
    if (!isRecorded(inside)) return [];
    return readdirSync(inside)
      .filter((name) => /_\d+[mh]\b.*\.csv\.gz$|_\d+[mh]_[\d-]+\.csv\.gz$/.test(name) && !name.includes('funding'))
      .map((name) => path.join(folder, name));
  });
}

/** Returns the CSV text of one recorded file. */
export function recordedText(file: string): string {
  return gunzipSync(readFileSync(path.join(recordedFolder, file))).toString('utf8');
}

/** Returns the series of one recorded file. The number of decimals of the prices determines the tick size. */
export function recordedSeries(file: string): Series {
  return seriesOfText(file, recordedText(file));
}
