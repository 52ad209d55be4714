// The program of `npm run cluster`: starts the cluster, prints its state, and stops all parts on a signal.
import { setTimeout as wait } from 'node:timers/promises';
import { startCluster, stopAll, type Cluster, type Ending } from './cluster.ts';
import { createEndedNodes } from './ended-nodes.ts';
import { readState, type NodeState } from './node-process.ts';
import { readOptions, usage, type ClusterOptions } from './options.ts';

const refreshMs = 1_000;

const options = readOptions(process.argv.slice(2));
if (options === null) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  process.exitCode = await run(options);
}

/** Returns the exit code. */
async function run(chosen: ClusterOptions): Promise<number> {
  const endings: Ending[] = [];
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const aborted = new Promise<null>((resolve) => stopping.signal.addEventListener('abort', () => resolve(null)));
  let code = 0;
  try {
    const cluster = await Promise.race([startCluster(chosen, endings), aborted]);
    if (cluster !== null) await show(cluster, chosen, stopping.signal);
  } catch (error) {
    process.stderr.write(`The cluster could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    code = 1;
  }
  await stopAll(endings);
  return code;
}

/** Prints one line of JSON, or shows the state of all nodes each second until the signal. Without a screen, it writes a line to standard error when a node ends. */
async function show(cluster: Cluster, { isJson }: ClusterOptions, signal: AbortSignal): Promise<void> {
  if (isJson) process.stdout.write(`${JSON.stringify(describe(cluster))}\n`);
  const isScreen = !isJson && process.stdout.isTTY;
  if (!isJson) process.stdout.write(await screenOf(cluster));
  const endedSince = createEndedNodes();
  while (!signal.aborted) {
    await wait(refreshMs, undefined, { signal }).catch(() => undefined);
    if (!isScreen && !signal.aborted) for (const line of endedSince(cluster.nodes)) process.stderr.write(line);
    if (isScreen && !signal.aborted) process.stdout.write(`\u001B[2J\u001B[H${await screenOf(cluster)}`);
  }
}

function describe({ balancer, nodes, natsUrl, databaseUrl }: Cluster) {
  const listOf = (role: string) => nodes.filter((node) => node.role === role).map(({ url, pid }) => ({ url, pid }));
  return { balancer, apis: listOf('api'), engines: listOf('engine'), natsUrl, databaseUrl };
}

async function screenOf({ balancer, nodes, natsUrl }: Cluster): Promise<string> {
  const states = await Promise.all(nodes.map(readState));
  const words = (value: boolean | null): string => (value === null ? '-' : value ? 'yes' : 'no');
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell) => cell.padEnd(12))
      .join('')
      .trimEnd();
  const row = (state: NodeState): string =>
    line([
      state.name,
      String(state.pid),
      words(state.isReady),
      String(state.accounts ?? '-'),
      words(state.isNatsConnected),
      state.url,
    ]);
  return [
    `Rondo is ready: ${balancer}`,
    `NATS ${natsUrl}`,
    '',
    line(['node', 'process', 'ready', 'accounts', 'NATS', 'address']),
    ...states.map(row),
    '',
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}
