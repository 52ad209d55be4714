// `rondo operator revoke-keys`: counts the keys, records the revocation with --yes, and shows the server's progress.
import { setTimeout as wait } from 'node:timers/promises';
import { botExchange } from '@rondo/exchange';
import type { RestingOrders, Store } from '@rondo/store';
import { exitCodes, type CommandContext } from '../command.ts';
import { revocationLookMs, serverSilenceMs } from '../limits.ts';

/** The parts of the store that this command uses. */
export type RevocationStore = Pick<Store, 'keyRevocations'>;

type Surroundings = Pick<CommandContext, 'terminal' | 'stopped'>;
type Progress = Awaited<ReturnType<Store['keyRevocations']['progress']>>;

/** Runs `rondo operator revoke-keys`. Without `isSure` it only counts the keys. */
export async function revokeKeys(
  { keyRevocations }: RevocationStore,
  { reason, isSure }: { readonly reason: string; readonly isSure: boolean },
  { terminal, stopped }: Surroundings,
): Promise<number> {
  const found = await keyRevocations.count(botExchange);
  const before = await keyRevocations.progress();
  terminal.out(
    `Keys to end: ${found.accounts} (running bots ${found.bots}, ${describeResting(found)}).\n` +
      `Ordered before and not finished: ${before.waiting}.\n`,
  );
  if (!isSure) {
    terminal.out('Nothing was changed. Add --yes to end them all.\n');
    return exitCodes.done;
  }
  const ordered = await keyRevocations.order({ exchange: botExchange, reason, now: Date.now() });
  terminal.out(`Ordered: ${ordered}. Within seconds the bots of these accounts place no more entries.\n`);
  const isDone = await follow(keyRevocations, { terminal, stopped });
  await report(keyRevocations, terminal);
  return isDone ? exitCodes.done : exitCodes.failed;
}

/** Prints the progress until no key is waiting. Returns false when the user stopped the command, or when no server is working on the revocation. */
async function follow(
  keyRevocations: RevocationStore['keyRevocations'],
  { terminal, stopped }: Surroundings,
): Promise<boolean> {
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  let shown = '';
  for (;;) {
    const progress = await keyRevocations.progress();
    const line = `${progress.deleted + progress.remaining} ended, ${progress.waiting} to go\n`;
    if (line !== shown) terminal.out(line);
    shown = line;
    if (progress.waiting === 0) return true;
    if (isStopped) {
      terminal.err('rondo operator: the server continues the revocation; run the command again to see the progress\n');
      return false;
    }
    if (isIdle(progress)) {
      terminal.err(
        'rondo operator: no server processes the revocation. The bots of these accounts place no entries, but the keys still exist: start the server\n',
      );
      return false;
    }
    await Promise.race([wait(revocationLookMs), stopped]);
  }
}

function isIdle({ workedAt }: Progress): boolean {
  return Date.now() - (workedAt ?? 0) > serverSilenceMs;
}

async function report(keyRevocations: RevocationStore['keyRevocations'], terminal: CommandContext['terminal']) {
  const { deleted, remaining, left } = await keyRevocations.progress();
  terminal.out(
    `Deleted at the exchange: ${deleted}. Still known there, our copy destroyed: ${remaining}.\n` +
      `Left at the exchange without a bot that manages them: ${describeResting(left)}. The bots manage them again when the owner creates a new key.\n`,
  );
  if (remaining === 0) return;
  terminal.out('These people have to delete the key in the app of the exchange themselves:\n');
  const people = await keyRevocations.listRemaining();
  for (const { email, uid, label } of people) terminal.out(`${email}  uid ${uid}  ${label}\n`);
  if (remaining > people.length) terminal.out(`... and ${remaining - people.length} more\n`);
}

function describeResting({ entries, exits, positions }: RestingOrders): string {
  return `entries ${entries}, exits ${exits}, positions ${positions}`;
}
