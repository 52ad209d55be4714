// Tests that the rule finds secrets that are put into a file, and accepts names, placeholders and texts of tests.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { virtualTree } from '../tree.ts';
import { checkSecrets } from './secrets.ts';

const foundIn = (text: string) => checkSecrets(virtualTree({ 'a.ts': `first line\n${text}\n` }));
const sample = (count: number): string => 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fR'.repeat(3).slice(0, count);
const { privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

test.each([
  ['a private key', privateKey],
  ['a secret key of age', `AGE-SECRET-KEY-1${sample(58).toUpperCase()}`],
  ['a token of GitHub', `ghp_${sample(36)}`],
  ['a token of GitLab', `glpat-${sample(20)}`],
  ['a token of npm', `npm_${sample(36)}`],
  ['a key of AWS', `AKIA${sample(16).toUpperCase()}`],
  ['a key of a Google service', `AIza${sample(35)}`],
  ['a token of Slack', `xoxb-${sample(24)}`],
  ['a key of a model', `sk-ant-${sample(40)}`],
  ['a key of Stripe', `sk_live_${sample(24)}`],
  ['a signed token', `eyJ${sample(20)}.eyJ${sample(20)}.${sample(30)}`],
])('%s is found with its line', (what, text) => {
  expect(foundIn(text)).toContainEqual({ file: 'a.ts', line: 2, message: `contains ${what}` });
});

test.each([
  ['a setting', (value: string) => `RONDO_MASTER_KEY=${value}`],
  ['a constant', (value: string) => `const clientSecret = '${value}';`],
  ['a field of JSON', (value: string) => `{ "apiKey": "${value}" }`],
  ['a line of YAML', (value: string) => `password: ${value}`],
])('a random text in %s is found', (_place, write) => {
  for (const value of [createHash('sha256').update('text').digest('hex'), sample(40)])
    expect(foundIn(write(value))).toContainEqual({
      file: 'a.ts',
      line: 2,
      message: 'assigns a random text to a name of a secret',
    });
});

test.each([
  ['a name', 'const token = createAccessTokenOfTheSession;'],
  ['a placeholder', 'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?set it in .env}'],
  ['a short text', "const password = 'rondo-demo-member';"],
  ['words', "password: 'the password of the first person'"],
  ['a path', "const masterKey = '/var/lib/rondo/home.secrets/master.key';"],
  ['zeros', `const masterKey = '${'0'.repeat(64)}';`],
  ['a public key', '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----'],
])('%s is accepted', (_case, text) => {
  expect(foundIn(text)).toEqual([]);
});

test('a tree without files is refused, because nothing was searched', () => {
  expect(() => checkSecrets(new Map())).toThrow('no file to search');
});
