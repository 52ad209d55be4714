// Creates the demo users with their accounts of the sandbox, and fills the demo world.
import { healthReason, type HealthReason } from '@rondo/contract';
import { furtherDatabaseSetting, type AccountRecord, type Store } from '@rondo/store';
import type { AppContext } from '../app-context.ts';
import { wallClock } from '../async/wall-clock.ts';
import type { ServerConfig } from '../env.ts';
import { areKeysClosed } from '../ops/frozen-keys.ts';
import type { Installation } from '../ops/installation.ts';
import type { Signer } from '../signer/open-signer.ts';
import type { SandboxStatus } from '../venues/sandbox/sandbox-status.ts';
import { ensureSandboxAccount, type DemoAccountLabel } from './demo-accounts.ts';
import { ensurePeople, type DemoPeople } from './demo-people.ts';
import { tryFillDemoWorld } from './demo-world.ts';
import { refusePublishedPasswords } from './published-passwords.ts';

export interface DemoDeps {
  readonly store: Store;
  readonly signer: Pick<Signer, 'keys'>;
  readonly status: SandboxStatus;
  readonly installation: Installation;
  /** The users to whom an account of the sandbox is linked. */
  readonly labels: readonly DemoAccountLabel[];
}

/**
 * Creates the demo users and links accounts of the sandbox to them. A frozen installation and a node without the master key link no account, because this needs the keys of the accounts. Returns null
 * for a further database of an installation, whose people come from another database. Throws when a published password works for other machines.
 */
export async function createDemo(
  config: ServerConfig,
  { store, signer, status, installation, labels }: DemoDeps,
): Promise<{ readonly people: DemoPeople; readonly accounts: readonly AccountRecord[] } | null> {
  if ((await store.settings.get(furtherDatabaseSetting)) === true) {
    await refusePublishedPasswords(config, store);
    return null;
  }
  const now = wallClock.now();
  const people = await ensurePeople(store, now);
  const accounts: AccountRecord[] = [];
  for (const label of areKeysClosed(store, installation) ? [] : labels) {
    const account = await ensureSandboxAccount({ store, keys: signer.keys }, people[label], { status, label, now });
    if (account !== null) accounts.push(account);
  }
  await refusePublishedPasswords(config, store);
  return { people, accounts };
}

/** Returns whether this node fills the demo world. The node that trades the demo account does this. */
export function fillsDemoWorld({ demo, role }: ServerConfig, { frozen }: Installation): boolean {
  return demo !== 'none' && role !== 'api' && frozen() === null;
}

/**
 * Fills the demo world. Retries until it is complete, because the engine may need some seconds for its first reading of the account. Returns null when the demo world is
 * complete, otherwise the reason.
 */
export async function fillDemoWorld(
  context: AppContext,
  people: DemoPeople,
  seed: number,
): Promise<HealthReason | null> {
  const attempts = 60;
  let problem: string | null = null;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    problem = await tryFillDemoWorld(context, people, seed);
    if (problem === null) return null;
    await new Promise<void>((resolve) => void context.clock.after(1_000, resolve));
  }
  return healthReason('demo_incomplete', { cause: problem ?? '' });
}
