// `rondo nodes` lists the running nodes, and `rondo drain` moves all accounts of a node to the other nodes.
import { setTimeout as wait } from 'node:timers/promises';
import type { NodeRecord, Store } from '@rondo/store';
import { exitCodes, type Command, type CommandContext } from '../command.ts';
import { drainLookMs, drainWaitMs } from '../limits.ts';
import { readOptions } from '../options/read-options.ts';
import { textTable } from '../terminal/text-table.ts';

/** The parts of the store that these commands use. */
export type NodesStore = Pick<Store, 'nodes' | 'audit' | 'close'>;

const nodesUsage = `rondo nodes [--accounts]

Lists the nodes that use the database of DATABASE_URL: name, role, version with the build (the beginning of the
commit), number of accounts, time since the start, and state. "draining" hands its accounts over to the other nodes,
and "silent" has not written for 15 seconds. A node that has ended without a stop is listed as "lost" for an hour,
or until it is started again.

  --accounts   list the id of each linked account, the e-mail of its person and its node instead
  --help       show this text
`;

const drainUsage = `rondo drain [--node NAME]

Moves all accounts of a node to the other nodes, shows the progress, and ends when no account is left. The node stays
without accounts until it is started again. A balancer sends it no requests. Type this before an upgrade of the node.
The last node that takes the accounts and the last node that serves people cannot be drained.

  --node NAME   name of the node; by default RONDO_NODE, or this machine and PORT
  --help        show this text
`;

/** Creates the command `nodes`. `open` opens the database. */
export function nodesCommand(open: () => Promise<NodesStore>): Command {
  return {
    name: 'nodes',
    summary: 'list the nodes that use the database',
    usage: nodesUsage,
    run: async (args, { terminal }) => {
      const showsAccounts = readOptions(args, { accounts: 'flag' }).flag('accounts');
      const store = await open();
      try {
        const table = showsAccounts ? await accountTable(store) : await nodeTable(store);
        for (const line of textTable(table)) terminal.out(`${line}\n`);
        if (table.length === 1) terminal.out(`${showsAccounts ? noAccount : noNode}\n`);
        return exitCodes.done;
      } finally {
        await store.close();
      }
    },
  };
}

const noNode = 'No node uses this database. Check DATABASE_URL.';
const noAccount = 'No account is linked in this database. Check DATABASE_URL.';

type Table = readonly (readonly string[])[];

async function nodeTable({ nodes }: NodesStore): Promise<Table> {
  const running = (await nodes.list()).map((node) => [
    node.name,
    node.role,
    node.version,
    node.role === 'api' ? '-' : String(node.accounts),
    ageOf(node.ageMs),
    stateOf(node),
  ]);
  const lost = (await nodes.listLost()).map(({ name, role, version, lostMs }) => [
    name,
    role,
    version,
    '-',
    '-',
    `lost ${ageOf(lostMs)} ago`,
  ]);
  return [['node', 'role', 'version', 'accounts', 'age', 'state'], ...running, ...lost];
}

async function accountTable({ nodes }: NodesStore): Promise<Table> {
  const accounts = await nodes.listAccounts();
  return [
    ['account', 'person', 'node'],
    ...accounts.map(({ accountId, email, node }) => [accountId, email, node ?? '-']),
  ];
}

/** Creates the command `drain`. `open` opens the database, and `ownName` is the name of the node of this machine. */
export function drainCommand(open: () => Promise<NodesStore>, ownName: string): Command {
  return {
    name: 'drain',
    summary: 'move the accounts of a node to the other nodes',
    usage: drainUsage,
    run: async (args, context) => {
      const name = readOptions(args, { node: 'text' }).text('node') ?? ownName;
      const store = await open();
      try {
        return await drain(store, name, context);
      } finally {
        await store.close();
      }
    },
  };
}

async function drain(
  { nodes, audit }: NodesStore,
  name: string,
  { terminal, stopped }: CommandContext,
): Promise<number> {
  const running = await nodes.list();
  const others = running.filter((node) => node.name !== name && node.isSeen && !node.isDraining);
  const fail = (sentence: string): number => {
    terminal.err(`rondo drain: ${sentence}\n`);
    return exitCodes.failed;
  };
  const role = running.find((node) => node.name === name)?.role;
  if (role === undefined) return fail(`no node has the name ${name}; "rondo nodes" lists them`);
  if (countOf(running, name) > 0 && others.every((node) => node.role === 'api'))
    return fail('no other node can take the accounts');
  if (role !== 'engine' && others.every((node) => node.role === 'engine'))
    return fail('no other node serves people; start another node with the role api or all first');
  await audit.write({ at: Date.now(), actorId: null, action: 'node.drain', subjectId: null, detail: name });
  await nodes.drain(name);
  const until = Date.now() + drainWaitMs;
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  let shown: number | null = null;
  for (;;) {
    const left = countOf(await nodes.list(), name);
    if (left !== shown) terminal.out(`${name}: ${left} ${left === 1 ? 'account' : 'accounts'} left\n`);
    shown = left;
    if (left === 0) {
      terminal.out(`${name} can be stopped now. After its next start it ${workOf[role]} again.\n`);
      return exitCodes.done;
    }
    if (isStopped || Date.now() > until) return fail('the node continues; type the command again to see the progress');
    await Promise.race([wait(drainLookMs), stopped]);
  }
}

const workOf: Readonly<Record<NodeRecord['role'], string>> = {
  all: 'takes accounts and serves people',
  api: 'serves people',
  engine: 'takes accounts',
};

function countOf(nodes: readonly NodeRecord[], name: string): number {
  return nodes.reduce((sum, node) => (node.name === name ? sum + node.accounts : sum), 0);
}

function stateOf({ isSeen, isDraining }: NodeRecord): string {
  if (!isSeen) return 'silent';
  return isDraining ? 'draining' : 'running';
}

function ageOf(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
