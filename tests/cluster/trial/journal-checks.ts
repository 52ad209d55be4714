// Checks the journal after a trial: every account had at most one owner at any time, and every order of the exchange has an intent.
import { readLedger } from '../../e2e/support/exchange-truth.ts';
import type { TrialAccounts } from './accounts.ts';
import type { TrialWorld } from './world.ts';

/** An intent has the time of its node, which follows the clock of the machine. The lease has the time of the database. */
const clockToleranceMs = 250;

/** Returns one sentence for each violation. */
export async function checkJournal(
  world: Pick<TrialWorld, 'home' | 'sql'>,
  { list }: Pick<TrialAccounts, 'list'>,
): Promise<readonly string[]> {
  const violations = [...(await checkEpochs(world)), ...(await checkIntents(world))];
  for (const { id, label } of list) violations.push(...(await checkOrders(world, id, label)));
  return violations;
}

/** Every acquisition of a lease begins the epoch after the previous one, at a later time. */
async function checkEpochs({ sql }: Pick<TrialWorld, 'sql'>): Promise<readonly string[]> {
  const rows = await sql`
    select account_id, epoch::text from (
      select account_id, epoch, taken_at, lag(epoch) over history as previous, lag(taken_at) over history as previous_at
      from lease_history window history as (partition by account_id order by epoch)) as h
    where previous is not null and (epoch <> previous + 1 or taken_at < previous_at)`;
  return rows.map(
    (row) => `the epoch ${String(row['epoch'])} of ${String(row['account_id'])} does not follow the epoch before it`,
  );
}

/** An owner stores no intent after a later owner has stored one, or after the lease of the later owner has begun. */
async function checkIntents({ sql }: Pick<TrialWorld, 'sql'>): Promise<readonly string[]> {
  const late = await sql`
    select account_id, id from (
      select account_id, id, epoch, max(epoch) over (partition by account_id order by sequence) as newest from intents) as i
    where epoch < newest`;
  const overlapping = await sql`
    select i.account_id, i.id from intents i join lease_history h on h.account_id = i.account_id and h.epoch = i.epoch + 1
    where i.sent_at > extract(epoch from h.taken_at) * 1000 + ${clockToleranceMs}`;
  const unowned = await sql`
    select i.account_id, i.id from intents i
    where not exists (select 1 from lease_history h where h.account_id = i.account_id and h.epoch = i.epoch)`;
  const nameOf = (row: Record<string, unknown>): string =>
    `the intent ${String(row['id'])} of ${String(row['account_id'])}`;
  return [
    ...late.map((row) => `${nameOf(row)} was stored after an intent of a later owner`),
    ...overlapping.map((row) => `${nameOf(row)} was created after the lease of a later owner had begun`),
    ...unowned.map((row) => `${nameOf(row)} has an epoch that no node had`),
  ];
}

async function checkOrders(
  { home, sql }: Pick<TrialWorld, 'home' | 'sql'>,
  accountId: string,
  label: string,
): Promise<readonly string[]> {
  const { orders } = await readLedger(home, label);
  const rows = await sql`select distinct client_id from intents where account_id = ${accountId} and verb = 'place'`;
  const known = new Set(rows.map((row) => String(row['client_id'])));
  return orders
    .filter((order) => !known.has(order['clOrdId'] ?? ''))
    .map((order) => `${label}: the order ${order['clOrdId']} has no intent`);
}
