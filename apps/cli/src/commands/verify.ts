// `rondo verify`: reads a whole backup and says whether it can be restored.
import { exitCodes, type Command } from '../command.ts';
import { writeWhole } from '../files/output-file.ts';
import { describeBackup, readBackupOptions } from '../options/backup-options.ts';

const usage = `rondo verify --from FILE --identity FILE [--mark]

Decrypts a backup and compares all rows, or all files of a physical backup, with its digests. It needs neither the database nor
the master key.

  --from FILE       the backup
  --identity FILE   the file with the secret key of age that opens the backup
  --mark            writes the time into FILE.verified; in the backup folder of a server, this file sets the metric of the last
                    verified backup
  --help            show this text
`;

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'check a backup',
  usage,
  run: async (args, { folder, terminal }) => {
    const isMarked = args.includes('--mark');
    const backup = readBackupOptions(
      args.filter((arg) => arg !== '--mark'),
      folder,
    );
    const { verifyBackup } = await import('@rondo/store');
    const facts = await verifyBackup(backup);
    if (isMarked) writeWhole(`${backup.file}.verified`, `${new Date().toISOString()}\n`);
    terminal.out(`${describeBackup(backup.file, facts)}\nThe backup is complete.\n`);
    return exitCodes.done;
  },
};
