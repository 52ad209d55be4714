// Helpers of the acceptance tests: they start a sandbox that is used over real HTTP and sockets, and wait for a condition with a time
// limit. The prices of the sandbox change only when a test moves them.
import { runSandbox, type AccountKeys, type RunningSandbox } from '@rondo/sandbox';

/** A running sandbox with the keys of its account. */
export interface Venue {
  readonly sandbox: RunningSandbox;
  readonly keys: AccountKeys;
  /** Moves the price of the ETH market to each of these prices, one after another. */
  walk(...prices: readonly (number | string)[]): Promise<void>;
  /** Sends a command to an administration path of the sandbox, such as `faults`. */
  administer(what: string, body: unknown): Promise<unknown>;
}

/** The swap of most cases. */
export const ETH = 'ETH-USDT-SWAP';

/** Starts a sandbox whose prices change only when a test moves them. */
export async function openVenue(): Promise<Venue> {
  const sandbox = await runSandbox({ seed: 7, hold: true, accounts: [{ label: 'peer' }] });
  const [keys] = sandbox.accounts;
  if (keys === undefined) throw new Error('The sandbox has no account.');
  const order = async (what: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${sandbox.rest}/sandbox/${what}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`sandbox ${what}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    sandbox,
    keys,
    administer: order,
    walk: async (...prices) => {
      await order('advance', { instId: ETH, prices: prices.map(String) });
    },
  };
}

/** Waits until `ask` returns a value. Throws when `ask` has returned no value within `mostMs`. */
export async function eventually<T>(ask: () => T | undefined | Promise<T | undefined>, mostMs = 30_000): Promise<T> {
  const limitAt = Date.now() + mostMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (Date.now() > limitAt) throw new Error(`\`ask\` returned no value within ${mostMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the value. Throws an error that contains the name when the value is null or undefined. */
export function present<T>(value: T | undefined | null, name: string): T {
  if (value === undefined || value === null) throw new Error(`The value "${name}" is missing.`);
  return value;
}
