// The recorded candle files.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isRecorded, recordedFolder } from '../recordings.ts';
import { seriesOfText, type Series } from './series.ts';

/** The recorded candle files, as paths inside the folder. Without the folder it returns none and prints a message. */
export function recordedFiles(): readonly string[] {
  return ['okx-swap', 'binance-perp'].flatMap((folder) => {
    const inside = path.join(recordedFolder, folder);
    if (!isRecorded(inside)) return [];
    return readdirSync(inside)
      .filter((name) => /_\d+[mh]\b.*\.csv\.gz$|_\d+[mh]_[\d-]+\.csv\.gz$/.test(name) && !name.includes('funding'))
      .map((name) => path.join(folder, name));
  });
}

/** The CSV text of one recorded file. */
export function recordedText(file: string): string {
  return gunzipSync(readFileSync(path.join(recordedFolder, file))).toString('utf8');
}

/** The series of one recorded file, on the tick grid of its prices. */
export function recordedSeries(file: string): Series {
  return seriesOfText(file, recordedText(file));
}
