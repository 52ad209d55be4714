// The process of the signer. As a child of a server it has no settings: it replies to the messages of this server, and ends with it. As a unit of its own it listens on the socket of its
// arguments (`--socket`).
import { freezeIntrinsics, protectMemory } from '@rondo/store/process';
import { createKeyOpenings } from './signer/key-openings.ts';
import { serveServer } from './signer/serving/serve-server.ts';
import { parentPeer } from './signer/serving/signer-peer.ts';
import { startSignerUnit, type UnitDeps } from './signer/serving/signer-unit.ts';
import { readUnitSettings } from './signer/serving/unit-settings.ts';
import { signerLimits } from './signer/signer-limits.ts';
import { createTokenBucket } from './signer/token-bucket.ts';

protectMemory();
freezeIntrinsics();

const now = (): number => performance.now();
const lines = createTokenBucket(signerLimits.linesAtOnce, signerLimits.linesPerSecond);
const honeyLines = createTokenBucket(signerLimits.linesAtOnce, signerLimits.linesPerSecond);
const deps: UnitDeps = {
  now,
  write: (event, fields, level = 50) => void process.stderr.write(`${JSON.stringify({ level, event, ...fields })}\n`),
  mayWrite: { refusal: () => lines.take(now()), honey: () => honeyLines.take(now()) },
};

if (process.send === undefined) await runUnit();
else await runChild();

async function runUnit(): Promise<void> {
  try {
    process.umask(0o077);
    await startSignerUnit(readUnitSettings(process.argv.slice(2)), deps);
  } catch (error) {
    process.stderr.write(`The signer could not start: ${error instanceof Error ? error.message : 'failed'}\n`);
    process.exit(1);
  }
}

async function runChild(): Promise<void> {
  // The server ends the signer. A signal to the whole group, as of Ctrl-C, must not: the orders of the shutdown still need signatures.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  const openingsOf = (accountsAtOnce: number) => createKeyOpenings(accountsAtOnce, now);
  await serveServer(parentPeer(), { ...deps, openingsOf, messageOf: (message) => message });
  process.exit(0);
}
