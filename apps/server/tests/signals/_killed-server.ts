// A server as a process of its own, which a test kills. Its clock is ahead of the clock of the machine. It loads its modules first and waits for the message `start`.
import { tmpdir } from 'node:os';
import type { AiSettings } from '../../src/ai/ai-settings.ts';
import { createServer } from '../../src/create-server.ts';
import { silentLog } from '@rondo/testkit/database';
import type { SandboxProcess } from '../../src/venues/sandbox/sandbox-process.ts';
import { isSandboxReachable } from '../../src/venues/sandbox/sandbox-process.ts';
import { localSignerLine } from '../_signer.ts';
import { testConfig } from '../_world.ts';

/** `start` starts the server, whose clock is `aheadMs` ahead. `pass` changes `aheadMs` while it runs. */
export type KilledServerMessage =
  | {
      readonly kind: 'start';
      readonly aheadMs: number;
      readonly databaseUrl: string;
      readonly sandbox: SandboxProcess['status'];
      readonly ai: AiSettings;
    }
  | { readonly kind: 'pass'; readonly aheadMs: number };

const machineNow = Date.now;
const machineTime = performance.now.bind(performance);
let aheadMs = 0;
let startedAheadMs = 0;
Date.now = () => machineNow() + aheadMs;
// The clock of the engine began when the modules were loaded, and never jumps. It is ahead when the time since then is longer.
performance.now = () => machineTime() + startedAheadMs;

process.on('message', (message: KilledServerMessage) => {
  ({ aheadMs } = message);
  if (message.kind !== 'start') return;
  startedAheadMs = aheadMs;
  void start(message).then((origin) => process.send?.(origin));
});
process.on('disconnect', () => process.exit());
process.send?.('loaded');

async function start({ databaseUrl, sandbox, ai }: Extract<KilledServerMessage, { kind: 'start' }>): Promise<string> {
  const config = { ...testConfig(databaseUrl), ai };
  const server = await createServer(config, {
    log: silentLog,
    sandbox: { status: sandbox, isReady: () => isSandboxReachable(sandbox.rest), stop: async () => undefined },
    demoAccounts: ['member'],
    origins: ['http://localhost'],
    webFolder: tmpdir(),
    signer: localSignerLine(config),
  });
  await server.startTrading();
  server.startJobs();
  return server.listen();
}
