// Tests of `rondo release verify` with files that the release tool has signed.
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newReleaseKeys, signSums, writeSums } from '../../../tools/release/sign.ts';
import { releaseCommand } from '../src/commands/release.ts';
import { runCommand } from '../src/run-command.ts';
import { newFolder } from './_rondo.ts';

let release: ReturnType<typeof newFolder>;
const keys = newReleaseKeys();
const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
const placeOf = (name: string): string => path.join(release.folder, name);

beforeEach(() => {
  release = newFolder();
  writeFileSync(placeOf('rondo.tar.gz'), 'the archive');
  writeFileSync(placeOf('sbom.cdx.json'), '{}');
  writeFileSync(placeOf('key.pem'), keys.publicKey);
  writeSums(release.folder, ['sbom.cdx.json', 'rondo.tar.gz']);
  signSums(release.folder, keys.privateKey);
});
afterEach(() => release.remove());

async function check(args = 'verify --from . --key key.pem') {
  const seen = { out: '', err: '' };
  const terminal = { out: (text: string) => void (seen.out += text), err: (text: string) => void (seen.err += text) };
  const context = { terminal, folder: release.folder, stopped: new Promise<void>(() => undefined) };
  return { code: await runCommand([releaseCommand], ['release', ...args.split(' ')], context), ...seen };
}

const refused = (code: number, sentence: string) => ({ code, out: '', err: expect.stringContaining(sentence) });

test('signed files are correct', async () => {
  expect(await check()).toEqual({
    code: 0,
    out: 'rondo.tar.gz: correct\nsbom.cdx.json: correct\nThe signature is correct.\n',
    err: '',
  });
});

test('the key may be in the folder, however both paths are written', async () => {
  for (const args of ['--from ./ --key ./key.pem', `--from ${release.folder} --key ./key.pem`])
    expect(await check(`verify ${args}`)).toMatchObject({ code: 0, err: '' });
});

test.each<[string, () => void, Awaited<ReturnType<typeof check>>]>([
  ['a changed archive', () => appendFileSync(placeOf('rondo.tar.gz'), '!'), refused(1, 'rondo.tar.gz was changed')],
  [
    'changed checksums',
    () => writeSums(release.folder, ['sbom.cdx.json']),
    refused(1, 'the signature of SHA256SUMS was not'),
  ],
  [
    'another key',
    () => writeFileSync(placeOf('key.pem'), newReleaseKeys().publicKey),
    refused(1, 'the signature of SHA256SUMS'),
  ],
  ['a missing file', () => rmSync(placeOf('sbom.cdx.json')), refused(2, 'sbom.cdx.json: cannot be read')],
  ['a missing signature', () => rmSync(placeOf('SHA256SUMS.sig')), refused(2, 'SHA256SUMS.sig: cannot be read')],
  [
    'a key of another kind',
    () =>
      writeFileSync(
        placeOf('key.pem'),
        generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding, privateKeyEncoding }).publicKey,
      ),
    refused(2, 'key.pem: the key is not an Ed25519 key'),
  ],
  [
    'a checksum of a file in another folder',
    () => {
      writeFileSync(placeOf('SHA256SUMS'), `${'0'.repeat(64)}  ../rondo.tar.gz\n`);
      signSums(release.folder, keys.privateKey);
    },
    refused(1, 'of SHA256SUMS has no checksum'),
  ],
  [
    'a file that was not signed',
    () => writeFileSync(placeOf('install.sh'), 'echo'),
    refused(1, 'the folder has install.sh, which SHA256SUMS does not name'),
  ],
  [
    'a folder beside the signed files',
    () => mkdirSync(placeOf('rondo')),
    refused(1, 'the folder has rondo, which SHA256SUMS does not name'),
  ],
  ['a file that is no key', () => writeFileSync(placeOf('key.pem'), 'hello'), refused(2, 'key.pem: has no public key')],
])('%s is refused', async (_label, change, result) => {
  change();
  expect(await check()).toEqual(result);
});
