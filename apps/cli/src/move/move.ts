// `rondo move` moves people with all their accounts to another database of the installation, while both databases trade.
import type { Move, MoveRefusal, Moves, openMoves } from '@rondo/store';
import { exitCodes, UsageError, type Command, type CommandContext } from '../command.ts';
import { readWhole } from '../options/numbers.ts';
import { readOptions, required } from '../options/read-options.ts';
import { stopSignal } from '../stop-signal.ts';

const usage = `rondo move --to DATABASE_URL (--account ID | --accounts N | --undo)

Moves a person with all accounts, bots and records from the database of DATABASE_URL (or of RONDO_HOME) to another
database of the installation. The nodes of both databases continue to run. Nobody trades the accounts of the person for
about two seconds; their orders rest at the exchange. The person then logs in at the nodes of the other database.

The command can be stopped and typed again: it first finishes the moves that it finds. An empty database is prepared.
Both databases need the same master key and the same version. Operators are not moved.

  --to DATABASE_URL   the other database, such as postgres://rondo@db-2/rondo?sslmode=verify-full
  --account ID        move the owner of this account
  --accounts N        move people, the oldest accounts first, until N accounts were moved
  --undo              end the moves that have not left this database, without the other database's help
  --help              show this text
`;

/** Opens the moves from the database of the server to the database at `targetUrl`. */
export type OpenMoves = (targetUrl: string) => ReturnType<typeof openMoves>;

/** Creates the command. */
export function moveCommand(open: OpenMoves, now: () => number): Command {
  return {
    name: 'move',
    summary: 'move people and their accounts to another database',
    usage,
    run: async (args, context) => {
      const options = readOptions(args, { to: 'text', account: 'text', accounts: 'text', undo: 'flag' });
      const to = required(options, 'to', 'the address of the other database');
      const [account, accounts] = [options.text('account'), options.text('accounts')];
      const chosen = [account !== undefined, accounts !== undefined, options.flag('undo')].filter(Boolean).length;
      if (chosen !== 1) throw new UsageError('type one of --account, --accounts and --undo');
      const count = accounts === undefined ? 0 : readWhole('--accounts', accounts, { least: 1, most: 1_000_000 });
      const opened = await open(to);
      if (!opened.ok) return fail(context, targetSentences[opened.refusal]);
      const { moves } = opened;
      try {
        if (options.flag('undo')) return await undo(moves, context);
        if (!(await finish(moves, context, now))) return exitCodes.failed;
        const code = await (account === undefined
          ? moveMany(moves, context, { count, now })
          : moveOne(moves, context, { account, now }));
        if (!(await moves.isTargetServed())) context.terminal.out(`${noNode}\n`);
        return code;
      } finally {
        await moves.close();
      }
    },
  };
}

const targetSentences = {
  same: 'both addresses are of the same database',
  busy: 'another process moves people from this database',
  other_keys: 'the other database has other keys of the installation; use an empty database',
  other_venue: 'the other database belongs to another venue',
  other_schema: 'the databases have different versions; start the same version on both',
} as const;

const sentences: Readonly<Record<MoveRefusal, string>> = {
  unknown: 'nobody has this account; "rondo nodes --accounts" lists the ids',
  operator: 'operators are not moved',
  key_change: 'a replacement or a revocation of a key is not finished',
  moving: 'an earlier move is not finished',
  collision: 'the other database has a row with the same e-mail, account, number of a bot or id',
};

const noNode = 'No node runs on the other database, and nobody trades its accounts. Start a node there.';

function fail({ terminal }: CommandContext, sentence: string): number {
  terminal.err(`rondo move: ${sentence}\n`);
  return exitCodes.failed;
}

/** Ends the moves that have not left this database. */
async function undo(moves: Moves, context: CommandContext): Promise<number> {
  let isAll = true;
  const running = await moves.listRunning();
  if (running.length === 0) context.terminal.out('Nothing to undo.\n');
  for (const move of running) {
    const isUndone = await moves.undo(move);
    isAll &&= isUndone;
    context.terminal.out(
      `${move.userId}: ${isUndone ? 'stays here' : 'has left and cannot stay; type the command without --undo'}\n`,
    );
  }
  return isAll ? exitCodes.done : exitCodes.failed;
}

/** Finishes the moves that an earlier process has begun. Returns false when one was refused. */
async function finish(moves: Moves, context: CommandContext, now: () => number): Promise<boolean> {
  let isAll = true;
  for (const move of await moves.listRunning()) isAll = report(context, move, await moves.resume(move, now())) && isAll;
  return isAll;
}

async function moveOne(
  moves: Moves,
  context: CommandContext,
  { account, now }: { readonly account: string; readonly now: () => number },
): Promise<number> {
  const userId = await moves.ownerOf(account);
  if (userId === null) return fail(context, sentences.unknown);
  return report(context, { userId }, await moves.move(userId, now())) ? exitCodes.done : exitCodes.failed;
}

async function moveMany(
  moves: Moves,
  context: CommandContext,
  { count, now }: { readonly count: number; readonly now: () => number },
): Promise<number> {
  const wanted = await moves.listPeople(count);
  const stop = stopSignal(context);
  let [moved, refused] = [0, 0];
  for (const { userId, accounts } of wanted) {
    if (moved >= count || stop.aborted) break;
    if (report(context, { userId }, await moves.move(userId, now()))) moved += accounts;
    else refused += 1;
  }
  context.terminal.out(`${moved} accounts moved, ${refused} people refused\n`);
  return refused === 0 && moved >= count ? exitCodes.done : exitCodes.failed;
}

/** Writes the result of one person. Returns whether the person was moved. */
function report(
  { terminal }: CommandContext,
  { userId }: Pick<Move, 'userId'>,
  result: Awaited<ReturnType<Moves['move']>>,
): boolean {
  if (result.ok) terminal.out(`${userId}: moved, ${result.rows} rows\n`);
  else terminal.err(`${userId}: stays here, because ${sentences[result.refusal]}\n`);
  return result.ok;
}
