// Tests the settings of the AI model: which variables need each other, the key, and the endpoint of the sandbox.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readServerConfig } from '../env.ts';
import { aiEndpointOf } from './ai-settings.ts';

const model = { RONDO_AI_URL: 'https://api.test/v1/', RONDO_AI_MODEL: 'model-1' };

function settingsOf(environment: Readonly<Record<string, string>>) {
  const read = readServerConfig(environment);
  if (!read.ok) throw new Error(read.message);
  return read.config.ai;
}

test('without a model only the server of a sandbox has an endpoint, and `off` turns this endpoint off', () => {
  const none = settingsOf({});
  expect([none, aiEndpointOf(none, null)]).toEqual([null, null]);
  expect(aiEndpointOf(none, 'http://127.0.0.1:1')).toMatchObject({
    url: 'http://127.0.0.1:1/model/v1',
    isDouble: true,
  });
  expect(aiEndpointOf(settingsOf({ RONDO_AI_URL: 'off' }), 'http://127.0.0.1:1')).toBeNull();
});

test('a configured model replaces the double of the sandbox', () => {
  const endpoint = aiEndpointOf(settingsOf({ ...model, RONDO_AI_KEY: 'secret' }), 'http://127.0.0.1:1');
  expect(endpoint).toMatchObject({ url: 'https://api.test/v1', model: 'model-1', key: 'secret', isDouble: false });
});

test.each([
  [{ RONDO_AI_URL: 'https://api.test/v1' }, 'needs RONDO_AI_MODEL'],
  [{ RONDO_AI_MODEL: 'model-1' }, 'need RONDO_AI_URL'],
  [{ RONDO_AI_KEY: 'secret' }, 'need RONDO_AI_URL'],
  [{ ...model, RONDO_AI_KEY: 'secret', RONDO_AI_KEY_FILE: '/key' }, 'exclude each other'],
  [{ ...model, RONDO_AI_URL: 'http://api.test/v1', RONDO_AI_KEY: 'secret' }, 'without TLS'],
  [{ ...model, RONDO_AI_URL: 'api.test' }, 'RONDO_AI_URL'],
  [{ ...model, RONDO_AI_DAILY_USD: '-1' }, 'RONDO_AI_DAILY_USD'],
])('the settings %o are refused', (environment, reason) => {
  const read = readServerConfig(environment);
  expect(read).toMatchObject({ ok: false, message: expect.stringContaining(reason) });
  expect(read).not.toMatchObject({ message: expect.stringContaining('secret') });
});

test('a key file that other users can read is refused, and its content is used when only its owner can read it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-key-'));
  const file = path.join(folder, 'key');
  await writeFile(file, 'secret\n', { mode: 0o644 });
  const settings = settingsOf({ ...model, RONDO_AI_KEY_FILE: file });
  expect(() => aiEndpointOf(settings, null)).toThrow('other users can read it');
  await chmod(file, 0o600);
  expect(aiEndpointOf(settings, null)?.key).toBe('secret');
  await rm(folder, { recursive: true });
});
