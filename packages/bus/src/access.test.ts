// Tests how the settings of NATS become options of the client.
import { expect, test } from 'vitest';
import { readAccess } from './access.ts';

const noFiles = { credentialsFile: null, caFile: null };

test('every address becomes a server, and the user of an address becomes the credentials', async () => {
  const access = await readAccess({ url: 'nats://api:secret@one:4222,nats://two:4222', ...noFiles });
  expect(access.servers).toEqual(['one:4222', 'two:4222']);
  expect(access.authenticator).toBeTypeOf('function');
  expect(access.tls).toBeUndefined();
});

test('an address with tls:// demands TLS 1.3', async () => {
  const access = await readAccess({ url: 'tls://one:4222', ...noFiles });
  expect(access.tls).toMatchObject({ minVersion: 'TLSv1.3', rejectUnauthorized: true });
  expect(access.authenticator).toBeUndefined();
});

test('the error for an unreadable file names the setting', async () => {
  const missing = '/nonexistent/file';
  await expect(readAccess({ url: 'nats://one', credentialsFile: missing, caFile: null })).rejects.toThrow(
    'NATS_CREDENTIALS',
  );
  await expect(readAccess({ url: 'nats://one', credentialsFile: null, caFile: missing })).rejects.toThrow('NATS_CA');
});
