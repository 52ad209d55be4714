// A program for the tests of the embedded server. It opens the store of a folder, prints the result, and executes commands from stdin until it is killed or
// gets `end`.
import { argv, stdin, stdout } from 'node:process';
import { Buffer } from 'node:buffer';
import { givenKey, openStore } from '@rondo/store';
import { createUser } from '@rondo/testkit/database';

const dataFolder = argv[2];
if (dataFolder === undefined) throw new Error('the argument with the data folder is missing');
const origins: string[] = [];
const log = {
  write: (_level: string, name: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    if (name === 'database.running') origins.push(`${String(fields['origin'])} ${String(fields['pid'])}`);
  },
};
const say = (text: string): void => {
  stdout.write(`${text}\n`);
};

async function main(folder: string): Promise<void> {
  try {
    const store = await openStore({
      dataFolder: folder,
      masterKey: givenKey(Buffer.alloc(32, 7), 'the test key'),
      log,
    });
    say(`open ${origins.join(' ')}`);
    stdin.on('data', (line: Buffer) => {
      const [verb, email] = line.toString().trim().split(' ');
      if (verb === 'write' && email !== undefined) void createUser(store, email).then(() => say(`written ${email}`));
      if (verb === 'end') void store.close().then(() => process.exit(0));
    });
  } catch (error) {
    say(`refused ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

void main(dataFolder);
