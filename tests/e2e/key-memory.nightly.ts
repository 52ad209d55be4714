// Tests that the memory of the server process does not contain the master key, and the memory of its signer does.
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { platform } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { discardHome, newHome, startProduct } from './support/product.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const chunkBytes = 16 * 1_024 * 1_024;

interface Part {
  readonly at: number;
  readonly length: number;
}

/** Returns how many readable and writable bytes of a process were searched, and whether one of the texts is in them. */
function searchMemory(
  pid: number,
  wanted: readonly Buffer[],
): { readonly searched: number; readonly isFound: boolean } {
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const buffer = Buffer.alloc(chunkBytes);
  let searched = 0;
  try {
    for (const part of partsOf(pid)) {
      const bytes = readPart(memory, buffer, part);
      searched += bytes;
      if (wanted.some((text) => buffer.subarray(0, bytes).includes(text))) return { searched, isFound: true };
    }
    return { searched, isFound: false };
  } finally {
    closeSync(memory);
  }
}

/** Returns the readable and writable memory of a process in parts. The parts overlap, so that no text is cut. */
function partsOf(pid: number): readonly Part[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      const [start, end] = [Number.parseInt(from ?? '0', 16), Number.parseInt(to ?? '0', 16)];
      const step = chunkBytes - 64;
      return Array.from({ length: Math.ceil((end - start) / step) }, (_, index) => {
        const at = start + index * step;
        return { at, length: Math.min(chunkBytes, end - at) };
      });
    });
}

/** The system may release a region during the search. */
function readPart(memory: number, buffer: Buffer, { at, length }: Part): number {
  try {
    return readSync(memory, buffer, 0, length, at);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return readFileSync(`/proc/${child}/status`, 'utf8').includes(`\nPPid:\t${pid}\n`);
      } catch {
        return false; // The process has ended.
      }
    });
}

test.skipIf(platform() !== 'linux')(
  'the memory of a server that runs does not contain the master key, and the memory of its signer does',
  async () => {
    const home = newHome();
    const key = randomBytes(32);
    const file = path.join(home, '..', `${path.basename(home)}.key`);
    writeFileSync(file, key.toString('hex'), { mode: 0o600 });
    const command = JSON.stringify(['/bin/cat', file]);
    const environment = { RONDO_DEMO: 'none', RONDO_MASTER_KEY_COMMAND: command };
    const product = await startProduct({ home, environment });
    cleanups.push(async () => {
      await product.stop();
      await discardHome(home);
      rmSync(file, { force: true });
    });
    const signer = childrenOf(product.child.pid ?? 0).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/signer.js'),
    );
    const wanted = [key, Buffer.from(key.toString('hex'))];
    expect(searchMemory(signer ?? 0, wanted).isFound).toBe(true);
    const server = searchMemory(product.child.pid ?? 0, wanted);
    expect(server.isFound).toBe(false);
    expect(server.searched).toBeGreaterThan(50_000_000);
  },
);
