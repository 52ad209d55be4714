// The sandbox of a node: the sandbox of another node, or its own. All nodes of a database use one sandbox, because each sandbox has other positions.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '@rondo/engine/ports';
import { placeOf, type Store } from '@rondo/store';
import type { ServerConfig } from '../../env.ts';
import { openSandbox, useSandbox, type SandboxProcess } from './sandbox-process.ts';
import { statusFileOf } from './sandbox-status.ts';

type NodeSandboxConfig = Pick<ServerConfig, 'sandbox' | 'homeFolder' | 'databaseUrl' | 'childEnvironment' | 'node'>;
type NodeSandboxStore = Pick<Store, 'nodes' | 'settings'>;

/** The setting of the database with the place of the sandbox that its nodes use. */
const placeSetting = 'sandbox';

/**
 * Returns the sandbox of this node. Throws an error with a sentence for the operator when other nodes use the database with another sandbox. The place of the folder
 * identifies a sandbox. A status file does not: it stays in the data folder of an earlier sandbox, and a copied data folder has the status file of the original.
 */
export async function startSandbox(
  config: NodeSandboxConfig,
  store: NodeSandboxStore,
  log: Log,
): Promise<SandboxProcess> {
  if (config.sandbox.statusFile !== null) return joinSandbox(config, store, config.sandbox.statusFile);
  const folder = path.join(config.homeFolder, 'sandbox');
  const open = () => openSandbox({ ...config.sandbox, environment: config.childEnvironment, folder, log });
  if (config.databaseUrl === null) return open();
  await refuseSecond(config, store, existsSync(statusFileOf(folder)) ? await placeOf(folder) : null);
  const opened = await open();
  await store.settings.set(placeSetting, await placeOf(folder));
  return opened;
}

async function joinSandbox(
  config: NodeSandboxConfig,
  store: NodeSandboxStore,
  statusFile: string,
): Promise<SandboxProcess> {
  const used = await useSandbox(statusFile);
  const { place } = used.status;
  if (config.databaseUrl === null || place === undefined) return used;
  await refuseSecond(config, store, place);
  await store.settings.set(placeSetting, place);
  return used;
}

/** Throws when other nodes run and use another sandbox than the one at `place`. `place` is null when the data folder of this node has no sandbox. */
async function refuseSecond(
  { node }: Pick<NodeSandboxConfig, 'node'>,
  { nodes, settings }: NodeSandboxStore,
  place: string | null,
): Promise<void> {
  const known = await settings.get(placeSetting);
  // Nodes of an older version have not stored the place. The data folder of the node that runs their sandbox has a status file.
  if (place !== null && (known === null || known === place)) return;
  const others = (await nodes.list()).filter(({ name, isSeen }) => isSeen && name !== node.name);
  if (others.length > 0) throw new Error(refusalText(others.map(({ name }) => name)));
}

function refusalText(names: readonly string[]): string {
  return `other nodes use the database (${names.join(', ')}) with another sandbox, and the sandbox of this node has none of the positions of their bots. Set RONDO_SANDBOX_STATUS to the file sandbox/server.json in the data folder of the node that runs their sandbox. When that data folder was moved to this node, stop the other nodes first.`;
}
