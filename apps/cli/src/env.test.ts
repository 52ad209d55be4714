// Tests which places the settings of the server name for the command.
import path from 'node:path';
import { expect, test } from 'vitest';
import { databasePlace, doctorPlace } from './env.ts';

test.each([
  ['a file', { RONDO_PEOPLE_KEY_FILE: 'people.key' }, path.resolve('people.key')],
  ['a text', { RONDO_PEOPLE_KEY: 'ab'.repeat(32) }, null],
  ['an empty setting', { RONDO_PEOPLE_KEY_FILE: '' }, null],
])('with the people key as %s, the command reads the file that the doctor checks', (_case, environment, file) => {
  expect(databasePlace(environment).peopleKey?.file ?? null).toBe(file);
  expect(doctorPlace(environment).peopleKeyFile).toBe(file);
});

test.each([
  ['facing the network', {}],
  ['facing the network', { RONDO_ROLE: 'api' }],
  ['behind', { RONDO_ROLE: 'engine' }],
  ['none', { RONDO_ROLE: 'api', RONDO_PEOPLE_KEY_FILE: 'people.key' }],
])('the doctor counts the key of a signer as "%s" with the settings %j', (risk, environment) => {
  expect(doctorPlace(environment)).toMatchObject({ atRisk: risk, signerSocket: null });
});
