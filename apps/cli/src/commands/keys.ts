// `rondo keys`: shows which key has sealed the stored texts, and replaces the master key, the people key, the pepper of the passwords and the OAuth secret while the servers run.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { secretOf, type KeyKind, type KeySource, type KeyStatus, type Secret, type ToolStore } from '@rondo/store';
import { UsageError, exitCodes, reasonOf, type Command, type CommandContext } from '../command.ts';
import { readOptions, required, type Options } from '../options/read-options.ts';
import { textTable } from '../terminal/text-table.ts';

/** The parts of the store that this command uses. */
export type KeysStore = Pick<ToolStore, 'keyRotation' | 'close'>;

const usage = `rondo keys status [--json]
rondo keys rotate --to FILE
rondo keys rotate --people --to FILE
rondo keys rotate --pepper
rondo keys rotate --oauth-secret --from FILE
rondo keys retire [--people | --oauth-secret]

"rotate" replaces the master key while the servers run and trade. FILE gets a new key, or has the key already. Every trading
key and token is sealed again. The command can be stopped and typed again with the same FILE. Servers that run
need no restart. Start later servers with the key of FILE. When no server starts with the former key any more, type "retire"
with the new key: the former key then opens nothing in the database. Backups that were made before need the former key.

"rotate --people" makes the people key, or replaces it, while the servers run. All second factors are sealed with it. A node
with the role api that has the people key (RONDO_PEOPLE_KEY_FILE) needs no master key. A node with the former people key opens
the new one. Start later nodes with the new key, and then type "retire --people": the former people keys then open nothing.

"rotate --pepper" makes a new pepper for the passwords while the servers run. All passwords stay valid. The hash of a person
gets the new pepper at the next log-in; "status" shows how many hashes have each pepper.

"rotate --oauth-secret" stores the new client secret of the OAuth program from FILE, sealed. Servers use it at once and after
restarts, instead of the one of their settings, until "retire --oauth-secret" removes it.

  --to FILE         the file of the new key, outside the data folder
  --people          replace the people key instead of the master key
  --pepper          replace the pepper of the passwords instead of the master key
  --oauth-secret    replace the client secret of the OAuth program instead of the master key
  --from FILE       the file of the new client secret
  --json            print the status as JSON
  --help            show this text
`;

/** Creates the command. `open` opens the database with the present master key, and `sourceOf` returns the source of the key of a file. */
export function keysCommand(
  open: () => Promise<KeysStore>,
  sourceOf: (kind: KeyKind, file: string) => Promise<KeySource>,
): Command {
  return {
    name: 'keys',
    summary: 'replace the master key, the people key, the pepper and the OAuth secret',
    usage,
    run: async (args, context) => {
      const options = readOptions(args, kinds, ['status, rotate or retire']);
      const [action = ''] = options.words;
      const target = targetOf(options, action);
      const actions: Readonly<Record<string, Action>> = {
        status,
        rotate: rotations[target],
        retire: retirements[target],
      };
      const work = actions[action];
      if (work === undefined) throw new UsageError('the actions are status, rotate and retire');
      const read = (name: 'to' | 'from', meaning: string): string =>
        path.resolve(context.folder, required(options, name, meaning));
      const kind = target === 'people key' ? 'people' : 'master';
      const needsKey = action === 'rotate' && (target === 'master key' || target === 'people key');
      const file = needsKey ? read('to', 'the file of the new key') : '';
      const next = needsKey ? await keyOf(await sourceOf(kind, file)) : new Uint8Array();
      const needsSecret = action === 'rotate' && target === 'OAuth secret';
      const secret = needsSecret ? await secretOfFile(read('from', 'the file of the new client secret')) : secretOf('');
      const store = await open();
      try {
        return await work(store.keyRotation, context, { isJson: options.flag('json'), file, next, secret });
      } finally {
        await store.close();
      }
    },
  };
}

interface Work {
  readonly isJson: boolean;
  readonly file: string;
  readonly next: Uint8Array;
  readonly secret: Secret;
}

type Action = (rotation: ToolStore['keyRotation'], context: CommandContext, work: Work) => Promise<number>;
type Target = 'master key' | 'people key' | 'pepper' | 'OAuth secret';

const kinds = {
  to: 'text',
  from: 'text',
  people: 'flag',
  pepper: 'flag',
  'oauth-secret': 'flag',
  json: 'flag',
} as const;

function targetOf(options: Options<keyof typeof kinds>, action: string): Target {
  const [isPepper, isSecret, isPeople] = [options.flag('pepper'), options.flag('oauth-secret'), options.flag('people')];
  if (isPeople && (action === 'status' || isPepper || isSecret))
    throw new UsageError('--people belongs to "rotate" with --to, and to "retire"');
  if (isPepper && (action !== 'rotate' || isSecret || options.text('to') !== undefined))
    throw new UsageError('--pepper belongs to "rondo keys rotate --pepper", without --to');
  if (isSecret && (action === 'status' || options.text('to') !== undefined))
    throw new UsageError('--oauth-secret belongs to "rotate" with --from, and to "retire"');
  if (!isSecret && options.text('from') !== undefined) throw new UsageError('--from belongs to --oauth-secret');
  if (isPeople) return 'people key';
  return isPepper ? 'pepper' : isSecret ? 'OAuth secret' : 'master key';
}

/** Returns the text of a file that only its owner can read. */
async function secretOfFile(file: string): Promise<Secret> {
  const { mode } = await stat(file).catch((error: unknown) => Promise.reject(new UsageError(reasonOf(error))));
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    throw new UsageError(`other users can read ${file}; type "chmod 600 ${file}"`);
  const text = (await readFile(file, 'utf8')).trim();
  if (!/^[\x21-\x7e]{1,200}$/.test(text)) throw new UsageError(`${file} has no client secret of 1 to 200 characters`);
  return secretOf(text);
}

async function keyOf(source: KeySource): Promise<Uint8Array> {
  return (await source.read()) ?? source.create();
}

async function status(
  rotation: ToolStore['keyRotation'],
  { terminal }: CommandContext,
  { isJson }: Work,
): Promise<number> {
  const found = await rotation.status();
  if (isJson) terminal.out(`${JSON.stringify(found)}\n`);
  else for (const line of statusLines(found)) terminal.out(`${line}\n`);
  return exitCodes.done;
}

function statusLines({
  ownId,
  newest,
  isLinked,
  texts,
  people,
  peppers,
  hasOauthSecret,
}: KeyStatus): readonly string[] {
  const rows = texts.map(({ keyId, count }) => [keyId ?? 'first key', String(count)]);
  const others = texts.filter(({ keyId }) => keyId !== newest).length;
  const state =
    newest === null
      ? 'The master key was never replaced.'
      : others > 0
        ? `A rotation to the key ${newest} is not finished. Type "rondo keys rotate" again.`
        : `All texts are sealed with the key ${newest}. ${isLinked ? 'The former key still opens them; see "rondo keys retire".' : 'No former key opens them.'}`;
  const hashes = peppers.map(({ id, isNewest, hashes: count }) => [
    `${id ?? 'first pepper'}${isNewest ? ' (newest)' : ''}`,
    String(count),
  ]);
  return [
    `Key of this command: ${ownId}`,
    ...textTable([['key', 'sealed texts'], ...rows]),
    state,
    ...peopleLines(people),
    ...textTable([['pepper', 'password hashes'], ...hashes]),
    `The client secret of the OAuth program is the one of ${hasOauthSecret ? '"rondo keys rotate --oauth-secret"' : 'the settings'}.`,
  ];
}

function peopleLines(people: KeyStatus['people']): readonly string[] {
  if (people === null) return ['The installation has no people key; see "rondo keys rotate --people".'];
  const rows = people.factors.map(({ keyId, count }) => [keyId ?? '', String(count)]);
  return [
    ...textTable([['people key', 'sealed texts'], ...rows]),
    `The newest people key is ${people.newest}. ${people.isLinked ? 'A former one still opens it; see "rondo keys retire --people".' : 'No former one opens it.'}`,
  ];
}

async function rotatePepper(rotation: ToolStore['keyRotation'], { terminal }: CommandContext): Promise<number> {
  const rotated = await rotation.rotatePepper(Date.now());
  if (rotated.ok)
    terminal.out(`New hashes have the pepper ${rotated.pepperId}. A hash gets it at the next log-in of its person.\n`);
  else terminal.err('rondo keys: the installation has as many peppers as it may have.\n');
  return rotated.ok ? exitCodes.done : exitCodes.failed;
}

async function rotate(
  rotation: ToolStore['keyRotation'],
  { terminal }: CommandContext,
  { next, file }: Work,
): Promise<number> {
  const report = (done: number): void => terminal.err(`${done} texts sealed\n`);
  const rotated = await rotation.rotate(next, { now: Date.now(), report });
  if (!rotated.ok) {
    terminal.err(`rondo keys: ${rotateRefusals[rotated.refusal]}\n`);
    return exitCodes.failed;
  }
  const { keyId, resealed, unreadable } = rotated.result;
  terminal.out(`Sealed with the key ${keyId}: ${resealed} texts. Start later servers with the key of ${file}.\n`);
  if (unreadable === 0) return exitCodes.done;
  terminal.err(`rondo keys: ${unreadable} damaged texts cannot be opened. Their owners must link the account again.\n`);
  return exitCodes.failed;
}

const rotatePeople: Action = async (rotation, { terminal }, { next, file }) => {
  const report = (done: number): void => terminal.err(`${done} second factors sealed\n`);
  const rotated = await rotation.rotatePeople(next, { now: Date.now(), report });
  if (!rotated.ok) {
    terminal.err('rondo keys: the file has a former people key. Choose another file.\n');
    return exitCodes.failed;
  }
  const { keyId, resealed, unreadable } = rotated.result;
  terminal.out(
    `Sealed with the people key ${keyId}: ${resealed} second factors. Give ${file} to the nodes with the role api.\n`,
  );
  if (unreadable === 0) return exitCodes.done;
  terminal.err(
    `rondo keys: ${unreadable} damaged second factors cannot be opened. Their owners need recovery codes.\n`,
  );
  return exitCodes.failed;
};

const retirePeople: Action = async (rotation, { terminal }) => {
  const retired = await rotation.retirePeople(Date.now());
  if (retired.ok) terminal.out('The former people keys open nothing in the database any more.\n');
  else terminal.err(`rondo keys: ${peopleRefusals[retired.refusal]}\n`);
  return retired.ok ? exitCodes.done : exitCodes.failed;
};

const peopleRefusals = {
  no_key: 'the installation has no people key.',
  unfinished: 'some second factors are not sealed with the newest people key. Type "rondo keys rotate --people" again.',
} as const;

const rotateOauthSecret: Action = async (rotation, { terminal }, { secret }) => {
  await rotation.rotateOauthSecret(secret, Date.now());
  terminal.out('Servers use the new client secret from now on.\n');
  return exitCodes.done;
};

const retireOauthSecret: Action = async (rotation, { terminal }) => {
  const isRetired = await rotation.retireOauthSecret(Date.now());
  if (isRetired) terminal.out('Servers use the client secret of their settings from now on.\n');
  else terminal.err('rondo keys: no client secret is stored.\n');
  return isRetired ? exitCodes.done : exitCodes.failed;
};

const rotateRefusals = {
  unfinished: 'a rotation to another key is not finished. Type the command with the file of that key.',
  same_key: 'the file has the present master key. Choose another file.',
} as const;

const retireRefusals = {
  unfinished: 'some texts are not sealed with the newest key. Type "rondo keys status".',
  other_key: 'this command must have the newest key, and the master key must have been replaced before.',
} as const;

async function retire(rotation: ToolStore['keyRotation'], { terminal }: CommandContext): Promise<number> {
  const retired = await rotation.retire(Date.now());
  if (retired.ok) terminal.out('The former key opens nothing in the database any more.\n');
  else terminal.err(`rondo keys: ${retireRefusals[retired.refusal]}\n`);
  return retired.ok ? exitCodes.done : exitCodes.failed;
}

const rotations: Readonly<Record<Target, Action>> = {
  'master key': rotate,
  'people key': rotatePeople,
  pepper: rotatePepper,
  'OAuth secret': rotateOauthSecret,
};
// The pepper is never retired: `targetOf` refuses it.
const retirements: Readonly<Record<Target, Action>> = {
  'master key': retire,
  'people key': retirePeople,
  pepper: retire,
  'OAuth secret': retireOauthSecret,
};
