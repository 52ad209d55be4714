// What the acceptance tests share: a held sandbox over real HTTP and sockets, and waits that are bounded.
import { runSandbox, type AccountKeys, type RunningSandbox } from '@rondo/sandbox';

export interface Venue {
  readonly sandbox: RunningSandbox;
  readonly keys: AccountKeys;
  /** Moves a held market over these prices. */
  walk(...prices: readonly (number | string)[]): Promise<void>;
  /** Orders something of the sandbox's own paths, such as `faults`. */
  administer(what: string, body: unknown): Promise<unknown>;
}

/** The swap most cases trade. */
export const ETH = 'ETH-USDT-SWAP';

/** Starts a sandbox whose markets only move when told to. */
export async function openVenue(): Promise<Venue> {
  const sandbox = await runSandbox({ seed: 7, hold: true, accounts: [{ label: 'peer' }] });
  const [keys] = sandbox.accounts;
  if (keys === undefined) throw new Error('a sandbox has accounts');
  const order = async (what: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${sandbox.rest}/sandbox/${what}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`sandbox ${what}: ${answer.status} ${text}`);
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

/** Waits until the question has an answer, at most ten seconds unless told otherwise. */
export async function eventually<T>(ask: () => T | undefined | Promise<T | undefined>, mostMs = 10_000): Promise<T> {
  const limitAt = Date.now() + mostMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > limitAt) throw new Error('the awaited answer did not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What a client must never answer with nothing: the value, or a failure that names it. */
export function present<T>(value: T | undefined | null, name: string): T {
  if (value === undefined || value === null) throw new Error(`${name} is missing`);
  return value;
}
