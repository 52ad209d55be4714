// The exchange accounts of a trial: links them to people, creates bots in each, and compares all fills with the exchange after the bots have ended.
import { secretOf, type Store } from '@rondo/store';
import {
  compareAccount,
  crashInstrument,
  createBot,
  openCaller,
  stopBot,
  type Call,
  type CrashAccount,
  type CrashInstrument,
} from '../../e2e/crash/accounts.ts';
import { demoMember } from '../../e2e/support/client.ts';
import { exchangeOf } from '../../e2e/support/exchange-truth.ts';
import { waitFor } from '../../e2e/support/product.ts';
import type { TrialOptions } from './options.ts';
import type { TrialWorld } from './world.ts';
import { linkAccount as linkKey } from '@rondo/testkit/database';

/** The number of requests that are sent at the same time. */
const concurrency = 4;
const endedWithinMs = 180_000;
const accountsOfPerson = 20;
export const password = 'correct horse battery';

/** The markets that do not move. The bots on them open a round, and their orders rest. */
const quietInstruments: readonly CrashInstrument[] = [
  { id: 'BTC-USDT-SWAP', contractValue: '0.01' },
  { id: 'SOL-USDT-SWAP', contractValue: '1' },
  { id: 'XRP-USDT-SWAP', contractValue: '100' },
];

/** The bots of one account on one instrument, with the caller of their owner. */
export interface TrialBots {
  readonly account: CrashAccount;
  readonly call: Call;
}

export interface TrialAccounts {
  /** The bots whose market moves. Each is the only one of its account. */
  readonly busy: readonly TrialBots[];
  /** The market and the label of the account of each bot whose market does not move. */
  readonly quiet: readonly { readonly label: string; readonly instrumentId: string }[];
  /** One entry for each account. */
  readonly list: readonly CrashAccount[];
  /**
   * Stops all bots, and waits until each bot has ended and its records are complete. Returns the times in ms from the request of each
   * stop to the first cancellation of the bot, sorted.
   */
  stopAll(): Promise<readonly number[]>;
  /** Compares all accounts with the exchange. */
  compare(): Promise<{ readonly orders: number; readonly fills: number; readonly disagreements: readonly string[] }>;
}

/** Links accounts, and creates bots in each. Every second bot is short. */
export async function openTrialAccounts(
  world: TrialWorld,
  { accounts, bots, busy }: Pick<TrialOptions, 'accounts' | 'bots' | 'busy'>,
): Promise<TrialAccounts> {
  const all: TrialBots[] = [];
  for (let first = 0; first < accounts; first += accountsOfPerson) {
    const email = first === 0 ? demoMember.email : await addPerson(world.store, first / accountsOfPerson);
    const person = first === 0 ? demoMember : { email, password };
    const call = patient(openCaller({ origin: world.cluster.balancer }, person));
    for (let index = first; index < Math.min(first + accountsOfPerson, accounts); index += 1) {
      const label = `trial ${index + 1}`;
      const id = await linkAccount(world, label, email);
      const instruments = [...(index < busy ? [crashInstrument] : []), ...quietInstruments].slice(0, bots);
      for (const instrument of instruments) all.push({ account: { id, label, botIds: [], instrument }, call });
    }
  }
  await mapConcurrently([...all.entries()], ([index, { call, account }]) =>
    createBot(call, account, index % 2 === 0 ? 'long' : 'short'),
  );
  return {
    busy: all.filter(({ account }) => account.instrument === crashInstrument),
    quiet: all.flatMap(({ account: { label, instrument } }) =>
      instrument === undefined || instrument === crashInstrument ? [] : [{ label, instrumentId: instrument.id }],
    ),
    list: [...new Map(all.map(({ account }) => [account.id, account])).values()],
    async stopAll() {
      const stoppedAt = await mapConcurrently(all, async ({ call, account }) => {
        const at = Date.now();
        await stopBot(call, account);
        return at;
      });
      await mapConcurrently(all, ({ call, account }) => untilEnded(call, account));
      return firstCancellations(
        world,
        all.map(({ account }) => account.botIds.at(-1) ?? ''),
        stoppedAt,
      );
    },
    async compare() {
      const comparisons = await mapConcurrently(all, ({ call, account }) => compareAccount(call, world.home, account));
      return {
        orders: comparisons.reduce((sum, { orders }) => sum + orders, 0),
        fills: comparisons.reduce((sum, { fills }) => sum + fills, 0),
        disagreements: [...new Set(comparisons.flatMap(({ disagreements }) => disagreements))],
      };
    },
  };
}

/** Creates a person who may trade. Returns the e-mail. */
export async function addPerson(
  { passwords, users }: Pick<Store, 'passwords' | 'users'>,
  number: number,
): Promise<string> {
  const hashed = await passwords.hashPassword(password);
  if (!hashed.ok) throw new Error(hashed.refusal);
  const email = `person-${number}@rondo.test`;
  const { passwordHash } = hashed;
  const person = { email, username: email, name: `person ${number}`, passwordHash, hasGranted: true, now: Date.now() };
  const made = await users.create(person);
  if (!made.ok) throw new Error(made.refusal);
  return email;
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
