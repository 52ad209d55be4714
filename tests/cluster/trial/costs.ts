// Measures what the nodes of a trial need for each account and second: processor, transactions and messages.
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { NodeProcess } from '../../../tools/cluster/node-process.ts';
import type { Ownership } from './ownership.ts';
import type { TrialWorld } from './world.ts';

/** Linux counts the processor time of a process in units of 10 ms. */
const tickMs = 10;

/** The costs of one account in one second. `processorMs` is the time of the engines only, and `apiMs` is the time of the api nodes. */
export interface Costs {
  readonly processorMs: number;
  readonly apiMs: number;
  readonly transactions: number;
  readonly messages: number;
}

/** Measures for `ms` without faults. The transactions of the trial itself are not counted. */
export async function measureCosts(
  world: TrialWorld,
  { ownership, accounts, ms }: { readonly ownership: Ownership; readonly accounts: number; readonly ms: number },
): Promise<{ readonly costs: Costs; readonly busyShare: number }> {
  const before = await countsOf(world, ownership);
  const idleBefore = idleMs();
  const beganAt = Date.now();
  await wait(ms);
  const after = await countsOf(world, ownership);
  const share = (count: (counts: Costs) => number): number =>
    Number(((count(after) - count(before)) / accounts / ((Date.now() - beganAt) / 1_000)).toFixed(3));
  const idleShare = (idleMs() - idleBefore) / availableParallelism() / (Date.now() - beganAt);
  const costs = {
    processorMs: share(({ processorMs }) => processorMs),
    apiMs: share(({ apiMs }) => apiMs),
    transactions: share(({ transactions }) => transactions),
    messages: share(({ messages }) => messages),
  };
  return { costs, busyShare: Math.max(0, 1 - idleShare) };
}

/** Returns the idle time of all processors since the start of the machine. */
function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0);
}

async function countsOf({ sql, cluster, engines }: TrialWorld, ownership: Ownership): Promise<Costs> {
  const [row] = await sql`select xact_commit::int as commits from pg_stat_database where datname = current_database()`;
  const messages = await Promise.all(cluster.nodes.map(publishedBy));
  return {
    processorMs: sumOf(engines),
    apiMs: sumOf(cluster.nodes.filter(({ role }) => role === 'api')),
    transactions: Number(row?.['commits']) - ownership.looks(),
    messages: messages.reduce((sum, count) => sum + count, 0),
  };
}

function sumOf(nodes: readonly NodeProcess[]): number {
  return nodes.reduce((sum, node) => sum + processorMsOf(node), 0);
}

/** Returns the time of a node and of its signer, which is a child process. Returns 0 where Linux does not count the time. */
function processorMsOf({ pid }: NodeProcess): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [String(pid), ...children].map(timeOf).reduce((sum, ms) => sum + ms, 0);
  } catch {
    return 0;
  }
}

function timeOf(pid: string): number {
  // The name of the program, in brackets, can contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

async function publishedBy({ url }: NodeProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^rondo_nats_published (\d+)$/m.exec(text)?.[1] ?? 0);
}
