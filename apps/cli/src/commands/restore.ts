// `rondo restore confirm`: confirms an installation that is frozen, because its database or its data folder was copied or moved.
import type { Store } from '@rondo/store';
import { UsageError, exitCodes, type Command } from '../command.ts';
import { readOptions } from '../options/read-options.ts';

/** The database of the server, and the digest of the place of this server. */
export interface RestoreDatabase {
  readonly store: Pick<Store, 'instances' | 'close'>;
  readonly place: string;
}

const usage = `rondo restore confirm

A server whose database, data folder or machine has changed starts frozen, because it may be a copy: it opens no keys and
sends no orders. Stop the original for good, type this command once on the machine of the server, and start the server
again. The command gives the database a new mark, which is a part of the ids of new orders.

  --help   show this text
`;

/** Creates the command. `open` opens the database. */
export function restoreCommand(open: () => Promise<RestoreDatabase>): Command {
  return {
    name: 'restore',
    summary: 'confirm a restored or moved installation',
    usage,
    run: async (args, { terminal }) => {
      const [action] = readOptions(args, {}, ['confirm']).words;
      if (action !== 'confirm') throw new UsageError('the only action is confirm');
      const { store, place } = await open();
      try {
        const { mark } = await store.instances.confirm(place);
        terminal.out(`The installation is confirmed and has the mark ${mark}. Start the server again.\n`);
        return exitCodes.done;
      } finally {
        await store.close();
      }
    },
  };
}
