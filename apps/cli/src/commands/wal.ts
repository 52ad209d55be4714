// `rondo wal`: keeps the write-ahead log of the database encrypted, so that a physical backup can be restored to any later time.
import path from 'node:path';
import type { DatabaseOptions, ReceiverStatus } from '@rondo/store';
import { UsageError, exitCodes, type Command, type CommandContext } from '../command.ts';
import { readOptions, required } from '../options/read-options.ts';
import { recordFirst, type CopyLine } from '../options/record-first.ts';
import { stopSignal } from '../stop-signal.ts';

const usage = `rondo wal --to FOLDER --recipient KEY [--slot NAME]
rondo wal --drop [--slot NAME]

Receives the write-ahead log (WAL) of the database until it is stopped, and keeps it encrypted. Together with a physical backup
that was made later than its start, the WAL restores the database to any time. About one second is lost when the machine of the
database is lost. A replication slot keeps the WAL while this command does not run, so start it again soon.

  --to FOLDER       the folder for the WAL of one database; it is created when it is missing
  --recipient KEY   a public key of age (age1...); several are possible, and each of them can open the WAL
  --slot NAME       the name of the replication slot; default rondo_wal
  --drop            delete the slot, when this command will not run again
  --help            show this text
`;

/** Creates the command. `database` returns the database of the server, and `record` writes the line of the receiver into the audit. */
export function walCommand(database: () => DatabaseOptions, record: (line: CopyLine) => Promise<void>): Command {
  return {
    name: 'wal',
    summary: 'keep the write-ahead log, for a restore to any time',
    usage,
    run: async (args, context) => {
      const options = readOptions(args, { to: 'text', recipient: 'list', slot: 'text', drop: 'flag' });
      const slot = options.text('slot') ?? 'rondo_wal';
      const { dropWalSlot, receiveWal } = await import('@rondo/store');
      if (options.flag('drop')) {
        await dropWalSlot(database(), slot);
        context.terminal.out(`The slot ${slot} is deleted.\n`);
        return exitCodes.done;
      }
      const folder = path.resolve(context.folder, required(options, 'to', 'the folder for the WAL'));
      const recipients = options.list('recipient');
      if (recipients.length === 0)
        throw new UsageError(
          '--recipient is missing: a public key of age; "rondo backup --new-identity FILE" makes one',
        );
      const signal = stopSignal(context);
      const status = statusLine(context);
      const onBegin = async (isNew: boolean): Promise<void> => {
        await recordFirst(record, { recipients, isWal: true }, context);
        if (isNew) context.terminal.err(newFolderText);
      };
      await receiveWal(database(), { folder, recipients, slot, signal, onBegin, ...status });
      context.terminal.out('The receiver has ended. The slot keeps the WAL that follows.\n');
      return exitCodes.done;
    },
  };
}

const newFolderText =
  'The folder is new. Make a physical backup now: a backup that was made before cannot use this WAL.\n';

/** On a terminal, the status is one line that is overwritten. Without a terminal, a line is printed at the start and for each segment. */
function statusLine({ terminal }: CommandContext): {
  readonly onStatus: (status: ReceiverStatus) => void;
  readonly onLost: (reason: string) => void;
} {
  let shown = '';
  let lost = '';
  const isInteractive = terminal.isInteractive === true;
  return {
    onStatus({ stored, segment, behindBytes }) {
      const text = `stored to ${stored}, ${behindBytes} bytes behind`;
      if (isInteractive) terminal.err(`\r${text}   `);
      else if (segment !== shown) terminal.err(`${text}\n`);
      shown = segment;
      lost = '';
    },
    onLost(reason) {
      if (reason !== lost)
        terminal.err(`${isInteractive ? '\n' : ''}There is no connection (${reason}). The receiver connects again.\n`);
      lost = reason;
    },
  };
}
