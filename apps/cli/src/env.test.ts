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
