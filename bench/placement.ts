// The benchmark of the placement: how evenly 1,000 virtual nodes share a million accounts, how many accounts move when a node ends or joins, and how long
// the accounts of a dead node have no owner. The functions are those of the product; nodes, database and time are simulated.
import { loadavg } from 'node:os';
import { createRendezvous } from '../packages/engine/src/placement/rendezvous.ts';
import { virtualNodes, type VirtualNode } from './placement/nodes.ts';
import { coverDeath } from './placement/death.ts';
import { runJoin } from './placement/join.ts';

/** A size of an installation. The node `index` has the weight `weightOf(index)`. */
interface Size {
  readonly accounts: number;
  readonly nodes: number;
  readonly weightOf: (index: number) => number;
}

const equal = (): number => 1;
const sizes: readonly Size[] = [
  { accounts: 1_000, nodes: 3, weightOf: equal },
  { accounts: 10_000, nodes: 20, weightOf: (index) => 1 + (index % 3) },
  { accounts: 100_000, nodes: 200, weightOf: equal },
  { accounts: 1_000_000, nodes: 1_000, weightOf: equal },
];

/** The largest number of accounts that may move in a minute (docs/scale.md). */
const movesPerMinute = 60;
/** The largest time without an owner after a lost death signal, in seconds (decision 58). */
const coverSeconds = 5;

/** Prints all figures. Returns whether they are within their limits. */
export async function benchPlacement(): Promise<boolean> {
  print(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
  const results = sizes.map(measureSize);
  const join = runJoin({ accounts: 20_000, nodes: 20 });
  print(
    `20,000 accounts, 20 nodes: a node joins, ${join.moves} accounts move (ideal ${join.ideal}), at most ${join.mostInMinute} within a minute (limit ${movesPerMinute}), twice moved ${join.movedTwice} (limit 0), finished after ${join.seconds} s`,
  );
  return results.every(Boolean) && join.mostInMinute <= movesPerMinute && join.movedTwice === 0;
}

function measureSize({ accounts, nodes: count, weightOf }: Size): boolean {
  const nodes = virtualNodes(count, weightOf);
  const began = performance.now();
  const owned = assign(accounts, nodes);
  const placedMs = performance.now() - began;
  const totalWeight = nodes.reduce((sum, { weight }) => sum + weight, 0);
  const shares = nodes.map(({ name, weight }) => (owned.get(name)?.length ?? 0) / ((accounts * weight) / totalWeight));
  const [dead] = nodes;
  const orphans = owned.get(dead?.name ?? '') ?? [];
  const death = coverDeath(nodes, orphans);
  print(`${accounts} accounts, ${count} nodes`);
  print(`  accounts of a node   ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} of its share`);
  print(
    `  death of one node    ${percent(orphans.length / accounts)} of the accounts move (ideal ${percent((dead?.weight ?? 0) / totalWeight)}), at most ${death.mostToOne} to one node, none between other nodes`,
  );
  print(
    `  time without owner   p50 ${death.p50Seconds.toFixed(1)} s, longest ${death.longestSeconds.toFixed(1)} s (limit ${coverSeconds} s), taken twice ${death.takenTwice} (limit 0)`,
  );
  print(
    `  processor            ${ms(placedMs)} for all accounts once, ${ms(death.loopMs)} for one node after the death`,
  );
  return death.longestSeconds <= coverSeconds && death.takenTwice === 0;
}

/** Returns the accounts of each node by its name. */
function assign(accounts: number, nodes: readonly VirtualNode[]): ReadonlyMap<string, readonly string[]> {
  const rendezvous = createRendezvous(nodes);
  const owned = new Map<string, string[]>(nodes.map(({ name }) => [name, []]));
  for (let index = 0; index < accounts; index += 1) {
    const accountId = `account-${index}`;
    owned.get(rendezvous.first(accountId)?.name ?? '')?.push(accountId);
  }
  return owned;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
const ms = (value: number): string => (value < 1_000 ? `${value.toFixed(1)} ms` : `${(value / 1_000).toFixed(1)} s`);
