// The program of the sandbox. The server starts it as a separate process, which continues to run when the server ends (decision 36).
import path from 'node:path';
import { runSandbox } from '@rondo/sandbox';
import { freezeIntrinsics, lockFolder, protectMemory } from '@rondo/store/process';
import { causeOf } from './ops/log.ts';
import { sandboxKeyAddresses } from './venues/sandbox/sandbox-program.ts';
import { sandboxLaunchSchema, writeSandboxStatus } from './venues/sandbox/sandbox-status.ts';

freezeIntrinsics();
try {
  const order = sandboxLaunchSchema.parse(JSON.parse(process.argv[2] ?? ''));
  const running = await runSandbox({
    storage: { folder: path.join(order.folder, 'state'), reserve: (folder) => lockFolder(folder, 'lock') },
    port: order.port,
    seed: order.seed,
    speed: order.speed,
    limitsHandshakes: true,
    // The keys are bound to addresses, because a key without a bound address expires without use and has a finding in the preflight.
    accounts: ['member', 'operator'].map((label) => ({ label, ip: sandboxKeyAddresses.join(',') })),
    ...(order.replayFile === null
      ? {}
      : { replay: { instId: instrumentOf(order.replayFile), file: order.replayFile } }),
  });
  writeSandboxStatus(order.folder, {
    pid: process.pid,
    port: running.port,
    rest: running.rest,
    ws: running.ws,
    speed: order.speed,
    replayFile: order.replayFile,
    folder: order.folder,
    place: order.place,
    accounts: running.accounts.map(({ accountId, label, apiKey, secretKey, passphrase }) => {
      return { accountId, label, apiKey, secretKey, passphrase };
    }),
  });
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // The sandbox must continue to run when the terminal is closed.
  process.on('SIGHUP', () => undefined);
  protectMemory();
} catch (error) {
  process.stderr.write(`sandbox: ${causeOf(error)}\n`);
  process.exit(1);
}

/** Returns the instrument in the name of a recording, or ETH when the name has none. */
function instrumentOf(file: string): string {
  const name = path.basename(file);
  const swap = /([A-Z0-9]+-USDT-SWAP)/.exec(name)?.[1];
  const pair = /([A-Z0-9]+)USDT/.exec(name)?.[1];
  return swap ?? (pair === undefined ? 'ETH-USDT-SWAP' : `${pair}-USDT-SWAP`);
}
