// Two operators who order the revocation of all keys.
import type { Store } from '@rondo/store';
import { turnOnFactor } from './records.ts';

/** Proposes and confirms the revocation of the keys of OKX in the name of two operators. Returns the number of accounts. */
export async function orderRevocation(
  { keyRevocations }: Pick<Store, 'keyRevocations'>,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<number> {
  await keyRevocations.propose({ exchange: 'okx', reason, by: 'first-operator' }, now);
  const confirmed = await keyRevocations.confirm('second-operator', now);
  if (!confirmed.ok) throw new Error(confirmed.refusal);
  return confirmed.accounts;
}

/** Creates an operator with a second factor. Returns the id and the recovery codes, each of which is a proof that works once. */
export async function createOperator(
  { users, secondFactors }: Pick<Store, 'users' | 'secondFactors'>,
  email: string,
  now: number,
): Promise<{ readonly id: string; readonly codes: string[] }> {
  const person = { email, username: email, name: email, role: 'operator', passwordHash: '', hasGranted: true } as const;
  const made = await users.create({ ...person, now });
  if (!made.ok) throw new Error(made.refusal);
  return { id: made.user.id, codes: [...(await turnOnFactor({ secondFactors }, made.user.id, now))] };
}
