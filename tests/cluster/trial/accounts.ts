// The exchange accounts of a trial: links them to the demo member, creates one bot in each, and compares all fills with the exchange after the bots have ended.
import { secretOf } from '@rondo/store';
import {
  compareAccount,
  createBot,
  openCaller,
  stopBot,
  type Call,
  type CrashAccount,
} from '../../e2e/crash/accounts.ts';
import { demoMember } from '../../e2e/support/client.ts';
import { exchangeOf } from '../../e2e/support/exchange-truth.ts';
import { waitFor } from '../../e2e/support/product.ts';
import type { TrialWorld } from './world.ts';
import { linkAccount as linkKey } from '@rondo/testkit/database';

/** The number of requests that are sent at the same time. */
const concurrency = 4;
const endedWithinMs = 180_000;

export interface TrialAccounts {
  readonly list: readonly CrashAccount[];
  /**
   * Stops all bots, and waits until each bot has ended and its records are complete. Returns the times in ms from the request of each
   * stop to the first cancellation of the bot, sorted.
   */
  stopAll(): Promise<readonly number[]>;
  /** Compares all accounts with the exchange. */
  compare(): Promise<{ readonly orders: number; readonly fills: number; readonly disagreements: readonly string[] }>;
}

/** Links `count` accounts and creates a bot in each. Every second bot is short. */
export async function openTrialAccounts(world: TrialWorld, count: number): Promise<TrialAccounts> {
  const call = openCaller({ origin: world.cluster.balancer });
  const labels = Array.from({ length: count }, (_, index) => `trial ${index + 1}`);
  const list: CrashAccount[] = [];
  for (const label of labels) list.push({ id: await linkAccount(world, label), label, botIds: [] });
  await mapConcurrently([...list.entries()], ([index, account]) =>
    createBot(patient(call), account, index % 2 === 0 ? 'long' : 'short'),
  );
  return {
    list,
    async stopAll() {
      const stoppedAt = await mapConcurrently(list, async (account) => {
        const at = Date.now();
        await stopBot(call, account);
        return at;
      });
      await mapConcurrently(list, (account) => untilEnded(call, account));
      return firstCancellations(
        world,
        list.map(({ botIds }) => botIds.at(-1) ?? ''),
        stoppedAt,
      );
    },
    async compare() {
      const comparisons = await mapConcurrently(list, (account) => compareAccount(patient(call), world.home, account));
      return {
        orders: comparisons.reduce((sum, { orders }) => sum + orders, 0),
        fills: comparisons.reduce((sum, { fills }) => sum + fills, 0),
        disagreements: comparisons.flatMap(({ disagreements }) => disagreements),
      };
    },
  };
}

async function firstCancellations(
  { sql }: TrialWorld,
  botIds: readonly string[],
  stoppedAt: readonly number[],
): Promise<readonly number[]> {
  const rows = await sql`
    select (min(i.sent_at) - s.at)::int as ms from unnest(${[...botIds]}::text[], ${[...stoppedAt]}::bigint[]) as s (bot_id, at)
    join intents i on i.bot_id = s.bot_id and i.verb = 'cancel' and i.sent_at >= s.at group by s.bot_id, s.at`;
  return rows.map((row) => Number(row['ms'])).toSorted((a, b) => a - b);
}

export interface LinkWorld extends Pick<TrialWorld, 'home' | 'store'> {
  readonly cluster: Pick<TrialWorld['cluster'], 'masterKey'>;
}

/** Opens an account at the exchange and links it to the person with this e-mail. Returns the id of the account. */
export async function linkAccount(
  { home, store, cluster: { masterKey } }: LinkWorld,
  label: string,
  email: string = demoMember.email,
): Promise<string> {
  const body = JSON.stringify({ label, usdt: '100000' });
  const response = await fetch(`${exchangeOf(home).rest}/sandbox/accounts`, { method: 'POST', body });
  // The sandbox returns the keys of the account.
  const keys = (await response.json()) as Record<'accountId' | 'apiKey' | 'secretKey' | 'passphrase', string>;
  const user = await store.users.findByEmail(email);
  const key = await masterKey.read();
  if (key === null) throw new Error('The cluster has no master key.');
  const linked = {
    userId: user?.id ?? '',
    exchange: 'okx',
    label,
    uid: keys.accountId,
    environment: 'sandbox',
    domain: 'global',
    credentials: {
      apiKey: secretOf(keys.apiKey),
      secretKey: secretOf(keys.secretKey),
      passphrase: secretOf(keys.passphrase),
    },
    now: Date.now(),
  } as const;
  const made = await linkKey(store, linked, key);
  if (!made.ok) throw new Error(`The account ${label} was not linked: ${made.refusal}.`);
  return made.account.id;
}

/** Returns a caller that sends a call again while the budget of the person is used up. */
function patient(call: Call): Call {
  return async (method, path, body) => {
    for (;;) {
      const response = await call(method, path, body);
      if (response.status !== 429) return response;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  };
}

async function untilEnded(call: Call, { label, botIds }: CrashAccount): Promise<void> {
  await waitFor(`the bot of ${label} to end`, endedWithinMs, async () => {
    const { body } = await call('GET', `/api/bots/${botIds.at(-1)}/fills`);
    return body['is_complete'] === true;
  });
}

/** Calls the function for each item, `concurrency` at the same time. Returns the results in the sequence of the items. */
async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const waiting = [...items.entries()];
  const run = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.set(next[0], await work(next[1]));
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  return items.flatMap((_, index) => results.get(index) ?? []);
}
