// `rondo restore confirm`: confirms a database that was restored from a backup.
import type { Store } from '@rondo/store';
import { UsageError, exitCodes, type Command } from '../command.ts';
import { readOptions } from '../options/read-options.ts';

/** The parts of the store that this command uses. */
export type RestoreStore = Pick<Store, 'instances' | 'close'>;

const usage = `rondo restore confirm

Type it once after a backup was restored and the original has stopped for good, then start the server again. It gives
the database a new mark, which is a part of the ids of new orders. Without it the restored server trades, but it does
not cancel orders of Rondo that the backup does not know.

  --help   show this text
`;

/** Creates the command. `open` opens the database. */
export function restoreCommand(open: () => Promise<RestoreStore>): Command {
  return {
    name: 'restore',
    summary: 'confirm a database that was restored from a backup',
    usage,
    run: async (args, { terminal }) => {
      const [action] = readOptions(args, {}, ['confirm']).words;
      if (action !== 'confirm') throw new UsageError('the only action is confirm');
      const store = await open();
      try {
        const { mark } = await store.instances.confirm();
        terminal.out(`The database is confirmed and has the mark ${mark}. Start the server again.\n`);
        return exitCodes.done;
      } finally {
        await store.close();
      }
    },
  };
}
