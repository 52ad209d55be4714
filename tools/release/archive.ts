// Packs a folder so that equal folders give equal bytes: sorted names, one time, no owner, and rights that depend only on whether a file is executable.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** Packs `folder` into `file` (.tar.gz). `seconds` is the time of each entry. Needs GNU tar. Throws when tar fails. */
export function packFolder(folder: string, file: string, seconds: number): void {
  const plain = `${file}.tar`;
  const options = [
    '--sort=name',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    '--format=gnu',
  ];
  const place = ['-C', path.dirname(folder), path.basename(folder)];
  const { status, stderr } = spawnSync('tar', ['-cf', plain, ...options, ...place], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar could not pack the release: ${stderr}`);
  writeFileSync(file, gzipSync(readFileSync(plain), { level: 9 }));
  rmSync(plain);
}
