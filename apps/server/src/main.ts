// The program: reads the configuration, starts the server, prints its address and stops it on a signal.
import { createServer as createTcpServer } from 'node:net';
import { freezeIntrinsics, protectMemory } from '@rondo/store/process';
import { createServer, type Server } from './create-server.ts';
import { forgetKeys, readServerConfig, type ServerConfig } from './env.ts';
import { describeConfig, describeReady } from './greeting.ts';
import { revokeAlone } from './keys/revoke-alone.ts';
import { causeOf } from './ops/log.ts';

const started: Server[] = [];
protectMemory();
freezeIntrinsics();

try {
  await run();
} catch (error) {
  process.stderr.write(`\nRondo could not start: ${causeOf(error)}\n`);
  for (const server of started) await server.close();
  process.exit(1);
}

async function run(): Promise<void> {
  const read = readServerConfig();
  forgetKeys();
  if (!read.ok) throw new Error(read.message);
  const { config } = read;
  // `rondo operator revoke-keys --alone` starts the program with this argument while no server runs.
  if (process.argv.includes('--revoke-keys')) return endKeys(config);
  process.stdout.write(describeConfig(config));
  await refuseTakenPort(config);
  const server = await createServer(config);
  started.push(server);
  const address = await server.listen();
  await server.startTrading();
  server.startJobs();
  closeOnSignal(server);
  await server.fillDemoWorld();
  process.stdout.write(describeReady(config, address));
}

/** Ends the ordered keys and the process. A signal interrupts the work, which the next call continues. */
async function endKeys(config: ServerConfig): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const refusal = await revokeAlone(config, stopped);
  if (refusal !== null) throw new Error(refusal);
  process.exit(0);
}

/** Reports a port that is in use before anything is started. */
function refuseTakenPort({ port, host }: ServerConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken
          ? new Error(`port ${port} is taken by another program. Choose another one: PORT=3001 npm start`)
          : error,
      );
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** The first signal stops the server and waits for its running requests. A second signal ends the process immediately. */
function closeOnSignal(running: Server): void {
  let isClosing = false;
  const close = (): void => {
    if (isClosing) return process.exit(1);
    isClosing = true;
    process.stdout.write('\nStopping (bots keep their orders on the exchange)...\n');
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
