// `rondo restore`: restores a backup, and confirms an installation that is frozen, because it was restored, copied or moved.
import type { DatabaseOptions, ServerPlace, Store } from '@rondo/store';
import { UsageError, exitCodes, type Command, type CommandContext } from '../command.ts';
import { readWhole } from '../options/numbers.ts';
import { readOptions } from '../options/read-options.ts';
import { restoreFrom } from './restore-from.ts';
import { compareAccounts, type ComparisonDeps } from '../restore/account-listings.ts';
import { differenceLines } from '../terminal/difference-lines.ts';
import { wallClock } from '../wall-clock.ts';

/** The database of the server, the place of this server, and the addresses of the exchange. */
export interface RestoreDatabase {
  readonly store: ComparisonDeps['store'] & Pick<Store, 'instances' | 'audit' | 'close'>;
  readonly keys: ComparisonDeps['keys'];
  readonly place: ServerPlace;
  readonly siteOf: ComparisonDeps['siteOf'];
}

const usage = `rondo restore --from FILE --identity FILE [--wal FOLDER [--until TIME]] [--into FOLDER]
rondo restore status [--json]
rondo restore confirm [--yes [--unread N]]

The first form writes a backup into the database of the server, which must be empty: a new data folder (RONDO_HOME) or a new
database (DATABASE_URL). The whole backup is checked first, and a refused restore changes nothing. The restored installation
starts frozen.

A physical backup of the embedded PostgreSQL needs a new data folder. With --wal its server also reads the WAL that "rondo wal"
has kept, up to the time of --until. A physical backup of an external PostgreSQL needs --into, and its database permits no
change until the printed steps have frozen the installation.

A server whose database, data folder or machine has changed starts frozen, because it may be a copy: it opens no keys and
sends no orders. "status" and "confirm" read the orders and positions of each account from the exchange, with its key, and
show what differs from the journal. Stop the original for good, type "confirm --yes" once on the machine of the server, and
start the server again. The command gives the database a new mark, which is a part of the ids of new orders.

  --from FILE       the backup
  --identity FILE   the file with the secret key of age that opens the backup
  --wal FOLDER      the folder of "rondo wal"
  --until TIME      the last instant that is restored, such as 2025-01-31T12:00:00.000Z; without it all kept WAL is used
  --into FOLDER     write the files of PostgreSQL into a new folder, for an external PostgreSQL of the same major version
  --json            print one JSON object: mark, frozen, and for each account the orders and positions that differ
  --yes             confirm; without it "confirm" shows the differences and changes nothing
  --unread N        confirm although exactly N accounts were not read, so that nobody has seen their differences; without it
                    "confirm --yes" is refused while an account was not read
  --help            show this text
`;

/** Creates the command. `open` opens the database of the server, and `database` returns where it is. */
export function restoreCommand(open: () => Promise<RestoreDatabase>, database: () => DatabaseOptions): Command {
  return {
    name: 'restore',
    summary: 'restore a backup, or confirm a restored or moved installation',
    usage,
    run: async (args, context) => {
      const [action] = args;
      if (action === 'status')
        return showStatus(open, readOptions(args, { json: 'flag' }, ['status']).flag('json'), context);
      if (action === 'confirm') {
        const options = readOptions(args, { yes: 'flag', unread: 'text' }, ['confirm']);
        const unread = readWhole('--unread', options.text('unread') ?? '0', { least: 0, most: 1_000_000 });
        return confirm(open, { isSure: options.flag('yes'), unread }, context);
      }
      if (args.some((arg) => arg.startsWith('--'))) return restoreFrom(args, context, database);
      throw new UsageError('the only actions are status and confirm');
    },
  };
}

async function showStatus(
  open: () => Promise<RestoreDatabase>,
  isJson: boolean,
  { terminal }: CommandContext,
): Promise<number> {
  const { store, keys, siteOf } = await open();
  try {
    const instance = await store.instances.find();
    const accounts = await compare({ store, keys, siteOf }, 'status');
    const state = { mark: instance?.mark ?? null, frozen: instance?.frozen ?? null };
    if (isJson) terminal.out(`${JSON.stringify({ ...state, accounts })}\n`);
    else {
      terminal.out(`${frozenSentence(state.frozen)}\n`);
      for (const line of differenceLines(accounts)) terminal.out(`${line}\n`);
    }
    return exitCodes.done;
  } finally {
    await store.close();
  }
}

/** Compares the accounts. The audit gets a line before the signer opens their keys. */
async function compare(
  { store, keys, siteOf }: Pick<RestoreDatabase, 'store' | 'keys' | 'siteOf'>,
  detail: 'status' | 'confirm',
): ReturnType<typeof compareAccounts> {
  const line = { actorId: null, action: 'instance.compared', subjectId: null, detail };
  await store.audit.write({ at: wallClock.now(), ...line });
  return compareAccounts({ store, keys, siteOf });
}

function frozenSentence(reason: string | null): string {
  if (reason === null)
    return 'The database knows no reason to freeze. A server at another place may still start frozen.';
  return `The installation is frozen (${reason}).`;
}

async function confirm(
  open: () => Promise<RestoreDatabase>,
  { isSure, unread }: { readonly isSure: boolean; readonly unread: number },
  { terminal }: CommandContext,
): Promise<number> {
  const { store, keys, place, siteOf } = await open();
  try {
    const accounts = await compare({ store, keys, siteOf }, 'confirm');
    for (const line of differenceLines(accounts)) terminal.out(`${line}\n`);
    if (!isSure) {
      terminal.out('Nothing was changed. Stop the original for good, and add --yes to confirm this installation.\n');
      return exitCodes.done;
    }
    // Nobody has seen what differs in an account that was not read, so its number has to be typed.
    const found = accounts.filter(({ problem }) => problem !== null).length;
    if (found !== unread) {
      terminal.err(
        `rondo restore: nothing was changed, because the number of accounts that were not read is ${found} and not ${unread}. ` +
          `Make the accounts readable, or type --unread ${found} to confirm without their differences.\n`,
      );
      return exitCodes.failed;
    }
    const { mark } = await store.instances.confirm({ ...place, now: wallClock.now() });
    terminal.out(`The installation is confirmed and has the mark ${mark}. Start the server again.\n`);
    return exitCodes.done;
  } finally {
    await store.close();
  }
}
