// Tests that each line of the `rondo` command in the documents is accepted by the command, and that each mention names a command, an action and options that exist.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { auditCommand } from '../src/commands/audit.ts';
import { backtestCommand } from '../src/commands/backtest.ts';
import { backupCommand } from '../src/commands/backup.ts';
import { candlesCommand } from '../src/commands/candles.ts';
import { keysCommand } from '../src/commands/keys.ts';
import { drainCommand, nodesCommand } from '../src/commands/nodes.ts';
import { operatorCommand } from '../src/commands/operator.ts';
import { releaseCommand } from '../src/commands/release.ts';
import { restoreCommand } from '../src/commands/restore.ts';
import { sandboxCommand } from '../src/commands/sandbox.ts';
import { serveCommand } from '../src/commands/serve.ts';
import { signalsCommand } from '../src/commands/signals.ts';
import { sweepCommand } from '../src/commands/sweep.ts';
import { verifyCommand } from '../src/commands/verify.ts';
import { walCommand } from '../src/commands/wal.ts';
import { doctorCommand } from '../src/doctor/doctor.ts';
import { doctorPlace } from '../src/env.ts';
import { moveCommand } from '../src/move/move.ts';
import { runCommand } from '../src/run-command.ts';
import { newFolder } from './_rondo.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const { folder, remove } = newFolder();
// `keys rotate --oauth-secret --from FILE` reads its file before it opens the database.
writeFileSync(path.join(folder, 'FILE'), '0123456789ABCDEF0123456789ABCDEF', { mode: 0o600 });
afterAll(remove);

/** The end of a command whose arguments were accepted: the next step would open a database, a file of keys or a server. */
const accepted = (): never => {
  throw new Error('the arguments were accepted');
};
const commands = [
  auditCommand(accepted),
  backtestCommand,
  backupCommand(accepted, accepted),
  candlesCommand(folder),
  doctorCommand({
    open: accepted,
    place: doctorPlace({ RONDO_HOME: folder }),
    now: Date.now,
    exchangeDifference: accepted,
    startPlace: accepted,
  }),
  drainCommand(accepted, 'node'),
  keysCommand(accepted, accepted),
  moveCommand(accepted, Date.now),
  nodesCommand(accepted),
  operatorCommand(accepted, accepted),
  releaseCommand,
  restoreCommand(accepted, accepted),
  sandboxCommand(accepted),
  serveCommand(accepted),
  signalsCommand,
  sweepCommand,
  verifyCommand,
  walCommand(accepted, accepted),
];

interface Line {
  readonly file: string;
  readonly text: string;
  readonly args: readonly string[];
}

const documents = [
  'SECURITY.md',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
];

/** Returns what stands in the code spans and code blocks of the documents after a program. Options in brackets are a part of the line, and words in angle brackets are values. */
function linesAfter(program: RegExp): readonly Line[] {
  return documents.flatMap((file) => {
    const content = readFileSync(path.join(root, file), 'utf8');
    const blocks = [...content.matchAll(/^```[^\n]*\n([^]*?)^```/gm)].flatMap(([, block = '']) => block.split('\n'));
    const spans = [...content.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
    return [...blocks, ...spans].flatMap((text) => {
      const [, typed] = program.exec(text) ?? [];
      if (typed === undefined) return [];
      const args = typed
        .replace(/<[^>]*>|EMAIL/g, 'you@bots.example')
        .replace(/\bCOMMAND\b/g, 'help')
        .replace(/[[\]']/g, '');
      return [{ file, text, args: args.trim().split(/\s+/) }];
    });
  });
}

async function resultOf(args: readonly string[]): Promise<string> {
  let result = '';
  const write = (text: string): void => void (result += text);
  const context = { terminal: { out: write, err: write }, folder, stopped: Promise.resolve() };
  await runCommand(commands, args, context);
  return result;
}

const typed = linesAfter(/(?:npm run (?:--silent )?rondo --|node dist\/server\/rondo\.js) (.+)$/);
const refused = /there is no command|Try "rondo \S+ --help"/;

test('the documents have lines of the command', () => {
  expect(typed.length).toBeGreaterThan(30);
  expect(new Set(typed.map(({ file }) => file))).toContain('SECURITY.md');
});

test.each(typed)('$file: the command accepts the arguments of `$text`', async ({ args }) => {
  expect(await resultOf(args)).not.toMatch(refused);
});

test.each([
  ['operator revoke-keys --reason TEXT --yes'],
  ['keys rotate --from FILE'],
  ['backup --into FILE'],
  ['unknown'],
])('a document with `rondo %s` would fail', async (line) => {
  expect(await resultOf(line.split(' '))).toMatch(refused);
});

const mentioned = linesAfter(/^rondo (.+)$/);

test.each(mentioned)('$file: the help of the command has the action and the options of `$text`', ({ args }) => {
  const [name, ...rest] = args;
  const command = commands.find((one) => one.name === name);
  const isValue = (word: string): boolean => /^[A-Z]|[@.]|^\d/.test(word);
  const words = (command?.usage ?? '').split(/[^\w-]+/);
  expect(rest.filter((word) => !isValue(word) && !words.includes(word))).toEqual([]);
  expect(command).toBeDefined();
});
