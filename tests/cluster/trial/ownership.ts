// Watches which node owns each account, and measures how long an account has no owner and how long no node manages it.
import { setTimeout as wait } from 'node:timers/promises';
import type { NodeProcess } from '../../../tools/cluster/node-process.ts';
import type { TrialWorld } from './world.ts';

const lookEveryMs = 100;
// The health report of a node asks the exchange for its time, and the exchange allows ten such requests of one address in two seconds.
const healthEveryMs = 1_000;
const responseMs = 2_000;

export interface Ownership {
  /** Excludes the present incarnations of a node, because the node was killed, paused or cut off. Returns a function that includes them again. */
  exclude(node: NodeProcess): Promise<() => void>;
  /** Waits until running nodes own all accounts. Returns the time in ms since `since`, or null after `withinMs`. */
  untilOwned(since: number, withinMs: number): Promise<number | null>;
  /**
   * Waits until running nodes own all accounts and every engine is healthy, so that each account was read a short time ago. Returns the time in ms since `since`, or null
   * after `withinMs`.
   */
  untilManaged(since: number, withinMs: number): Promise<number | null>;
  /** Returns the longest time for which one account had no owner since the last call of this function. */
  longestGap(): number;
  /** Returns the times in ms for which an account had no owner since the last call, sorted. A time shorter than the time between two looks is often missed. */
  gaps(): readonly number[];
  /** Returns how often the leases were read. Each reading is one transaction. */
  looks(): number;
  /** Returns what is missing until all accounts are managed. */
  describe(): Promise<string>;
  stop(): Promise<void>;
}

/** Begins to look at the leases. While the database does not respond, no time is counted. */
export function watchOwnership(world: TrialWorld): Ownership {
  const excluded = new Set<string>();
  const absent = new Set<NodeProcess>();
  const unownedSince = new Map<string, number>();
  const gaps: number[] = [];
  let longestMs = 0;
  let isStopped = false;
  let looks = 0;
  const look = async (): Promise<void> => {
    looks += 1;
    const unowned = await unownedAccounts(world, excluded);
    const now = Date.now();
    for (const [accountId, since] of unownedSince) {
      if (unowned.includes(accountId)) continue;
      unownedSince.delete(accountId);
      gaps.push(now - since);
    }
    for (const accountId of unowned) {
      const since = unownedSince.get(accountId) ?? now;
      unownedSince.set(accountId, since);
      longestMs = Math.max(longestMs, now - since);
    }
  };
  const watching = (async () => {
    while (!isStopped) {
      await look().catch(() => unownedSince.clear());
      await wait(lookEveryMs);
    }
  })();
  const missing = async (isHealthNeeded: boolean): Promise<readonly string[]> => {
    const unowned = await unownedAccounts(world, excluded).catch(() => ['the database does not respond']);
    if (unowned.length > 0 || !isHealthNeeded) return unowned;
    const engines = world.engines.filter((engine) => !absent.has(engine));
    return (await Promise.all(engines.map(problemsOf))).flat();
  };
  const until = async (isHealthNeeded: boolean, since: number, withinMs: number): Promise<number | null> => {
    for (;;) {
      const found = await missing(isHealthNeeded);
      if (found.length === 0) return Date.now() - since;
      if (Date.now() - since > withinMs) return null;
      await wait(isHealthNeeded ? healthEveryMs : lookEveryMs);
    }
  };
  return {
    async exclude(node) {
      const rows = await world.sql`select incarnation from nodes where name = ${node.name} and dead_at is null`;
      const incarnations = rows.map((row) => String(row['incarnation']));
      for (const incarnation of incarnations) excluded.add(incarnation);
      absent.add(node);
      return () => {
        for (const incarnation of incarnations) excluded.delete(incarnation);
        absent.delete(node);
      };
    },
    untilOwned: (since, withinMs) => until(false, since, withinMs),
    untilManaged: (since, withinMs) => until(true, since, withinMs),
    longestGap() {
      const found = longestMs;
      longestMs = 0;
      return found;
    },
    gaps: () => gaps.splice(0).toSorted((a, b) => a - b),
    looks: () => looks,
    async describe() {
      const all = await missing(true);
      return `${all.length} missing: ${all.slice(0, 5).join('; ')}`;
    },
    async stop() {
      isStopped = true;
      await watching;
    },
  };
}

/** Returns the accounts whose lease no running node holds, without the honey account. An excluded incarnation does not run. */
async function unownedAccounts({ sql, store }: TrialWorld, excluded: ReadonlySet<string>): Promise<readonly string[]> {
  const rows = await sql`
    select a.id from exchange_accounts a where a.unlinked_at is null and a.id <> ${store.honey.ids.accountId} and not exists (
      select 1 from leases l join nodes n on n.incarnation = l.node_id where l.account_id = a.id and n.dead_at is null
        and n.seen_until > clock_timestamp() and n.incarnation <> all(${[...excluded]}::text[]))`;
  return rows.map((row) => String(row['id']));
}

/**
 * Returns the parts of an engine that are not ready. An account that waits for a handshake with the exchange is managed while its readings are fresh, and without fresh
 * readings the engine has another reason (`stale`).
 */
async function problemsOf({ name, url }: NodeProcess): Promise<readonly string[]> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(responseMs) });
    // The contract defines this shape.
    const { parts } = (await response.json()) as {
      parts: Record<
        string,
        { readonly ready: boolean; readonly detail: string; readonly reasons: readonly { readonly code: string }[] }
      >;
    };
    return Object.entries(parts).flatMap(([part, { ready, detail, reasons }]) =>
      ready || reasons.every(({ code }) => code === 'blind') ? [] : [`${name} ${part}: ${detail}`],
    );
  } catch {
    return [`${name} does not respond`];
  }
}
