// Tests that a new passkey causes no connection of the server: an attestation has certificates, and the caller chooses the addresses in them.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type TestWorld } from '../_world.ts';
import { personWith } from './_passkeys.ts';

let world: TestWorld;
let listener: Server;
const called: string[] = [];
beforeAll(async () => {
  world = await startWorld();
  listener = createServer((request, response) => {
    called.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
}, 60_000);
afterAll(async () => {
  await new Promise((resolve) => listener.close(resolve));
  await world.close();
});

test('the server calls no address of an attestation certificate, and refuses the certificate', async () => {
  const { port } = listener.address() as AddressInfo; // a TCP listener has an address with a port
  const { browser, device } = await personWith(world, 'certified-key');
  const create = async (use: Parameters<typeof device.create>[1]) => {
    const { body } = await browser.call('POST /api/auth/passkeys/begin', {});
    return browser.call('POST /api/auth/passkeys', { name: 'x', ...device.create(String(body['challenge']), use) });
  };
  const refused = await create({ attestation: { crlUrl: `http://127.0.0.1:${port}/list` } });
  expect([refused.code, called]).toEqual(['PASSKEY_INVALID', []]);
  expect(await browser.passkeys()).toEqual([]);
  // A browser passes a signature with the key itself on, although our pages ask for no attestation (WebAuthn 5.1.3).
  expect((await create({ attestation: 'self' })).status).toBe(200);
  expect(called).toEqual([]);
});
