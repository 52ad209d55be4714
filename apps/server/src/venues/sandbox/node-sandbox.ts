// The sandbox of a node: the sandbox of another node, or its own. All nodes of a database use one sandbox, because each sandbox has other positions.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import type { ServerConfig } from '../../env.ts';
import { openSandbox, useSandbox, type SandboxProcess } from './sandbox-process.ts';
import { statusFileOf } from './sandbox-status.ts';

type NodeSandboxConfig = Pick<ServerConfig, 'sandbox' | 'homeFolder' | 'databaseUrl' | 'childEnvironment' | 'node'>;

/** Returns the sandbox of this node. Throws an error with a sentence for the operator when it would be a new one while other nodes use the database. */
export async function startSandbox(
  config: NodeSandboxConfig,
  { nodes }: { readonly nodes: Pick<Store['nodes'], 'list'> },
  log: Log,
): Promise<SandboxProcess> {
  if (config.sandbox.statusFile !== null) return useSandbox(config.sandbox.statusFile);
  const folder = path.join(config.homeFolder, 'sandbox');
  // The node that runs the sandbox starts it again while other nodes run. Its folder has the status file of the earlier start.
  if (config.databaseUrl !== null && !existsSync(statusFileOf(folder))) {
    const others = (await nodes.list()).filter(({ name, isSeen }) => isSeen && name !== config.node.name);
    if (others.length > 0) throw new Error(refusalText(others.map(({ name }) => name)));
  }
  return openSandbox({ ...config.sandbox, environment: config.childEnvironment, folder, log });
}

function refusalText(names: readonly string[]): string {
  return `other nodes use the database (${names.join(', ')}), and a new sandbox has none of the positions of their bots. Set RONDO_SANDBOX_STATUS to the file sandbox/server.json in the data folder of the node that runs the sandbox.`;
}
