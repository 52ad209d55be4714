// Sends one SQL statement to the database of the product through the socket of the database. A test uses a statement to create a state that
// the product itself would reach only after a long time.
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

/**
 * Reads the pid file of the database. The first line of this file is the process id, the fourth line is the port, and the fifth line is the
 * folder of the socket.
 */
export function postmasterOf(home: string): { readonly pid: number; readonly socket: string } {
  const lines = readFileSync(postmasterFileOf(home), 'utf8').split('\n');
  return { pid: Number(lines[0]), socket: path.join(lines[4] ?? '', `.s.PGSQL.${lines[3] ?? ''}`) };
}

/** Returns the path of the pid file of the database. The file exists while the database runs. */
export function postmasterFileOf(home: string): string {
  const place = path.join(home, 'postgres-place');
  const base = existsSync(place) ? readFileSync(place, 'utf8').trim() : path.join(home, 'postgres');
  return path.join(base, 'cluster', 'postmaster.pid');
}

const text = (words: readonly string[]): Buffer => Buffer.from(`${words.join('\0')}\0`, 'utf8');

function framed(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, body]);
}

/** Runs a statement without a result, with a simple query of the PostgreSQL protocol 3.0. Throws the error message of the database. */
export function execute(product: { readonly home: string }, statement: string): Promise<void> {
  const version = Buffer.from([0, 3, 0, 0]);
  const startup = framed('', Buffer.concat([version, text(['user', 'rondo', 'database', 'postgres', ''])]));
  return new Promise((resolve, reject) => {
    const socket = connect(postmasterOf(product.home).socket);
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
