// The parts of one run: the database, the exchange with its accounts, and the server, which can be killed and started again.
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { startBenchDatabase } from '../database.ts';
import { childrenCpuMs } from '../api/measured.ts';
import { bundleOf, bundleProcesses } from './bundle.ts';
import { startChild, type Child } from './child.ts';
import type { ExchangeOrders } from './exchange.ts';
import { allInstruments } from './limits.ts';
import type { Person } from './people.ts';
import type { ServerOrders, ServerSetup } from './server.ts';

/** The priority of the process of the exchange. The other processes have 0, and a larger number is a lower priority. */
const exchangeNice = 10;

/** The server process. */
export type ServerChild = Child<ServerOrders>;

/** The parts of one run. */
export interface Stage {
  readonly exchange: Child<ExchangeOrders>;
  readonly people: readonly Person[];
  /** Starts a server process, which does not listen yet. */
  startServer(): ServerChild;
  /** The processor time of server, exchange and database in ms. */
  childrenMs(): number;
  close(): Promise<void>;
}

/** Starts database and exchange, and creates the accounts and their bots with a server that does not trade. */
export async function openStage(options: {
  readonly accounts: number;
  readonly egress: readonly string[];
}): Promise<Stage> {
  await bundleProcesses();
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-bench-'));
  const database = await startBenchDatabase();
  const exchange = startChild<ExchangeOrders>(bundleOf('exchange'), {});
  // The exchange of a real installation is another machine, so the exchange of the bench uses only the processor time that the server and the database leave.
  setPriority(exchange.pid, exchangeNice);
  const close = async (): Promise<void> => {
    await exchange.end('SIGTERM');
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const setup: ServerSetup = {
      databaseUrl: await database.createUrl(),
      homeFolder: path.join(folder, 'home'),
      egress: options.egress,
      sandbox: await exchange.ask('addresses'),
    };
    const startServer = (): ServerChild => startChild<ServerOrders>(bundleOf('server'), setup);
    const accounts = await exchange.ask('openAccounts', options.accounts);
    const seeder = startServer();
    const people = await seeder.ask('seed', { accounts, instIds: allInstruments });
    await seeder.end('SIGTERM');
    return { exchange, people, startServer, childrenMs: () => childrenCpuMs(process.pid), close };
  } catch (error) {
    await close();
    throw error;
  }
}
