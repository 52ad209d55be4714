// The files of the access log: one per UTC day, readable by their owner only. An earlier day is compressed, and is deleted after the time for which it is kept.
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const namePattern = /^access-(\d{4}-\d{2}-\d{2})\.jsonl(\.gz)?$/;

/** Appends lines to the file of a UTC day. */
export async function appendLines(folder: string, day: string, texts: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await appendFile(path.join(folder, `access-${day}.jsonl`), texts.join(''), { mode: 0o600 });
}

/**
 * Compresses the files of the days before `today`, and deletes the files of the days before `keptFrom`. Other files of the folder stay. Lines that were written
 * after the compression of their day stay in an uncompressed file, so no compressed file is replaced.
 */
export async function tidyFiles(
  folder: string,
  { today, keptFrom }: { readonly today: string; readonly keptFrom: string },
): Promise<void> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, day, isCompressed] = namePattern.exec(name) ?? [];
    if (day === undefined || day >= today) continue;
    const file = path.join(folder, name);
    if (day < keptFrom) await rm(file);
    else if (isCompressed === undefined && !names.includes(`${name}.gz`)) await compress(file);
  }
}

/** A compression that was interrupted begins again, because the file gets its name after it is complete. */
async function compress(file: string): Promise<void> {
  const partial = `${file}.part`;
  await pipeline(createReadStream(file), createGzip(), createWriteStream(partial, { mode: 0o600 }));
  await rename(partial, `${file}.gz`);
  await rm(file);
}
