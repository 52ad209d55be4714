// Sends one SQL statement to the database of the product through the socket of the database. A test uses a statement to create a state that
// the product itself would reach only after a long time.
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import type { Product } from './product.ts';

/** Reads the path of the socket from the pid file of the database. The fourth line of this file is the port, and the fifth line is the folder. */
function socketOf(product: Product): string {
  const place = path.join(product.home, 'postgres-place');
  const base = existsSync(place) ? readFileSync(place, 'utf8').trim() : path.join(product.home, 'postgres');
  const lines = readFileSync(path.join(base, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  return path.join(lines[4] ?? '', `.s.PGSQL.${lines[3] ?? ''}`);
}

const text = (words: readonly string[]): Buffer => Buffer.from(`${words.join('\0')}\0`, 'utf8');

function framed(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, body]);
}

/** Runs a statement without a result, with a simple query of the PostgreSQL protocol 3.0. Throws the error message of the database. */
export function execute(product: Product, statement: string): Promise<void> {
  const version = Buffer.from([0, 3, 0, 0]);
  const startup = framed('', Buffer.concat([version, text(['user', 'rondo', 'database', 'postgres', ''])]));
  return new Promise((resolve, reject) => {
    const socket = connect(socketOf(product));
    let waiting = Buffer.alloc(0);
    let isAsked = false;
    socket.on('error', reject);
    socket.on('connect', () => socket.write(startup));
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length > 4 && waiting.length > waiting.readInt32BE(1)) {
        const size = waiting.readInt32BE(1) + 1;
        const type = String.fromCharCode(waiting[0] ?? 0);
        const body = waiting.subarray(5, size).toString('utf8');
        waiting = waiting.subarray(size);
        if (type === 'E') reject(new Error(body.replaceAll('\0', ' ')));
        if (type !== 'Z') continue;
        if (isAsked) {
          socket.end();
          resolve();
        } else {
          isAsked = true;
          socket.write(framed('Q', text([statement])));
        }
      }
    });
  });
}
