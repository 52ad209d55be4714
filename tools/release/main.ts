// `npm run release` builds the last commit in a folder of its own and writes one archive, its bill of materials, their checksums and the signature.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, readWholeNumber, refuseOption } from '../command-line/command-line.ts';
import { coolDownDays } from '../lock/cool-down.ts';
import { packFolder } from './archive.ts';
import { checkRegistry } from './registry-checks.ts';
import { sbomName, writeReleaseTree } from './release-tree.ts';
import { newReleaseKeys, signSums, writeSums } from './sign.ts';

const usage = `npm run release [-- --key FILE] [--out FOLDER] [--days N | --offline]
npm run release -- --new-key FILE
npm run release -- --tree FOLDER [--commit ID]

Builds the last commit from the lock file, without install scripts, and writes the archive of the program for this platform.

  --key FILE       the private Ed25519 key (PEM) that signs the checksums; without it the release is not signed
  --days N         the days since the publication of a version that is new in the lock file; ${coolDownDays} by default, 0 for an urgent security update
  --offline        builds without the checks of the registry: signatures of the packages, and the days since their publication
  --out FOLDER     where the files are written; dist/release by default
  --new-key FILE   writes a new private key to FILE and prints its public key
  --tree FOLDER    only puts the files of the built project in this folder together, for the image
  --commit ID      the commit of these files (40 or 64 hexadecimal digits), which the program shows as its build; empty or missing when it is not known
`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const values = readCommandLine(usage, {
  key: { type: 'string' },
  out: { type: 'string', default: 'dist/release' },
  days: { type: 'string', default: String(coolDownDays) },
  offline: { type: 'boolean', default: false },
  'new-key': { type: 'string' },
  tree: { type: 'string' },
  commit: { type: 'string', default: '' },
});

if (values['new-key'] !== undefined) writeNewKey(values['new-key']);
else if (values.tree !== undefined)
  writeReleaseTree(root, path.resolve(values.tree), { version: versionOf(root), commit: commitOf(values.commit) });
else release(path.resolve(values.out), values.key, values.offline ? null : readWholeNumber('days', values.days, 0));

function commitOf(text: string): string | null {
  if (text === '') return null;
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
    ? text
    : refuseOption(`--commit must be the 40 or 64 hexadecimal digits of a commit, and is "${text}".`);
}

function writeNewKey(file: string): void {
  const { privateKey, publicKey } = newReleaseKeys();
  writeFileSync(file, privateKey, { flag: 'wx', mode: 0o600 });
  process.stdout.write(publicKey);
}

/** `days` is null for a release without the checks of the registry. */
function release(out: string, keyFile: string | undefined, days: number | null): void {
  const key = keyFile === undefined ? null : readFileSync(keyFile, 'utf8');
  const [commit = '', seconds = ''] = read('git', ['log', '-1', '--format=%H %ct']).trim().split(' ');
  const work = mkdtempSync(path.join(tmpdir(), 'rondo-release-'));
  try {
    const source = path.join(work, 'source');
    mkdirSync(source);
    run('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, source], root);
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], source);
    for (const line of registryLines(source, { commit, days })) process.stderr.write(`${line}\n`);
    run(process.execPath, ['tools/start.mjs', '--build-only'], source);
    run(process.execPath, ['tools/bundle.mjs', '--command'], source);
    const version = versionOf(source);
    const name = `rondo-${version}-${process.platform}-${process.arch}`;
    const tree = path.join(work, name);
    writeReleaseTree(source, tree, { version, commit });
    writeFiles(out, { tree, seconds: Number(seconds), commit, key });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  process.stdout.write(`${out} has the release of commit ${commit}${key === null ? ', which is not signed' : ''}.\n`);
}

/** Returns what the registry says about the packages. Throws when it refuses them or cannot be reached. */
function registryLines(
  source: string,
  { commit, days }: { readonly commit: string; readonly days: number | null },
): readonly string[] {
  if (days !== null) return checkRegistry({ root, commit, source, days, now: Date.now() });
  return ['NOT CHECKED, because of --offline: the signatures of the packages, and the age of the new versions.'];
}

interface Built {
  readonly tree: string;
  readonly seconds: number;
  readonly commit: string;
  readonly key: string | null;
}

/** Writes all files into a new folder, which then replaces the folder of an earlier release. */
function writeFiles(out: string, { tree, seconds, commit, key }: Built): void {
  const draft = `${out}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const archive = `${path.basename(tree)}.tar.gz`;
  const note = 'provenance.json';
  packFolder(tree, path.join(draft, archive), seconds);
  copyFileSync(path.join(tree, sbomName), path.join(draft, sbomName));
  const facts = {
    commit,
    time: new Date(seconds * 1_000).toISOString(),
    node: process.version,
    npm: read('npm', ['--version']).trim(),
  };
  writeFileSync(path.join(draft, note), `${JSON.stringify(facts, null, 2)}\n`);
  writeSums(draft, [archive, sbomName, note]);
  if (key !== null) signSums(draft, key);
  rmSync(out, { recursive: true, force: true });
  renameSync(draft, out);
}

function versionOf(folder: string): string {
  return String((JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: unknown }).version);
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" has failed. The output above has the reason.`);
}

function read(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" has failed: ${stderr}`);
  return stdout;
}
