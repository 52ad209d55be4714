// `rondo operator unbound-key`: the written exception for an account whose key is bound to no IP address.
import { botExchange } from '@rondo/exchange';
import type { Store } from '@rondo/store';
import { exitCodes, type Terminal } from '../command.ts';

interface UnboundOrder {
  readonly email: string;
  readonly uid: string;
  readonly reason: string;
  readonly isEnd: boolean;
}

/** Stores or ends the exception, and writes a line of the audit. Fails when the person has no linked account with this uid. */
export async function allowUnbound(
  { users, accounts, audit }: Pick<Store, 'users' | 'accounts' | 'audit'>,
  { email, uid, reason, isEnd }: UnboundOrder,
  terminal: Terminal,
): Promise<number> {
  const user = await users.findByEmail(email);
  const linked = user === null ? [] : await accounts.listByUser(user.id);
  const account = linked.find((each) => each.exchange === botExchange && each.uid === uid);
  if (user === null || account === undefined) {
    terminal.err(`rondo operator: ${email} has no linked account with the uid ${uid}\n`);
    return exitCodes.failed;
  }
  await accounts.storeUnboundReason(account.id, isEnd ? null : reason);
  await audit.write({
    at: Date.now(),
    actorId: null,
    action: isEnd ? 'key.bound' : 'key.unbound',
    subjectId: user.id,
    detail: isEnd ? account.id : `${account.id} ${reason}`,
  });
  terminal.out(isEnd ? 'Only a bound key is accepted again.\n' : 'A key without a bound address is accepted.\n');
  return exitCodes.done;
}
