// Tests that a process with the repaired database driver survives the loss of its connection in a transaction.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { databaseDriver } from './database-driver.mjs';

/** Two transactions on one connection. Each transaction prints the code of its error. */
const program = `
import postgres from 'postgres';
const sql = postgres({ host: '127.0.0.1', port: Number(process.argv[2]), max: 1, fetch_types: false, backoff: 0.01, username: 'u', database: 'd' });
for (const round of [1, 2]) {
  const failed = await sql.begin((transaction) => transaction\`select 1\`).catch((error) => error);
  process.stdout.write(\`\${round} \${failed.code} \`);
}
process.exit(0);
`;

/** A message of the protocol of PostgreSQL 3.0 with a type. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const isReady = (status: string): Buffer => message('Z', Buffer.from(status));

/** Accepts the log-in and the statement `begin`, and closes the connection at the next statement. */
function serve(socket: Socket): void {
  let messages = 0;
  socket.on('error', () => undefined);
  socket.on('data', () => {
    messages += 1;
    if (messages === 1) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), isReady('I')]));
    else if (messages === 2) socket.write(Buffer.concat([message('C', Buffer.from('BEGIN\0')), isReady('T')]));
    else socket.end();
  });
}

test('a process continues and opens a new connection when the database closes the connection in a transaction', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rondo-driver-'));
  const server = createServer(serve);
  try {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const entry = path.join(folder, 'entry.mjs');
    const bundle = path.join(folder, 'bundle.mjs');
    writeFileSync(entry, program);
    const options = { bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' } as const;
    await build({ ...options, entryPoints: [entry], outfile: bundle, plugins: [databaseDriver()] });
    const { stdout } = await promisify(execFile)(process.execPath, [bundle, String(port)], { timeout: 15_000 });
    expect(stdout).toBe('1 CONNECTION_CLOSED 2 CONNECTION_CLOSED ');
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
