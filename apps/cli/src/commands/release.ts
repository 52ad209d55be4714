// `rondo release verify`: says whether the files of a release are those that the owner of the key has signed.
import path from 'node:path';
import { UsageError, exitCodes, type Command } from '../command.ts';
import { checkRelease } from '../files/release-files.ts';
import { readOptions, required } from '../options/read-options.ts';

const usage = `rondo release verify --from FOLDER --key FILE

Checks the signature of SHA256SUMS and the checksum of each file that it names, and refuses a folder with other files,
because nobody has signed them. Run it before you unpack an archive.

  --from FOLDER   the folder with the files of the release, which may also have the public key
  --key FILE      the public Ed25519 key (PEM) of the people who make the releases
  --help          show this text
`;

export const releaseCommand: Command = {
  name: 'release',
  summary: 'check the files of a release',
  usage,
  run: async (args, { folder, terminal }) => {
    const options = readOptions(args, { from: 'text', key: 'text' }, ['verify']);
    if (options.words[0] !== 'verify') throw new UsageError('the only action is verify');
    const place = path.resolve(folder, required(options, 'from', 'the folder with the files'));
    const names = await checkRelease(place, path.resolve(folder, required(options, 'key', 'the public key')));
    terminal.out(`${names.map((name) => `${name}: correct`).join('\n')}\nThe signature is correct.\n`);
    return exitCodes.done;
  },
};
