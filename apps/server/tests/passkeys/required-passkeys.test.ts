// Tests passkeys of people who must keep a second factor, and of addresses without passkeys.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeyDevice } from '@rondo/testkit/passkey';
import { createApp } from '../../src/app.ts';
import type { Api } from '../../src/api/api.ts';
import { startWorld, type TestWorld } from '../_world.ts';
import { origin } from './_passkeys.ts';

let world: TestWorld;
let live: Api;
beforeAll(async () => {
  world = await startWorld();
  live = await createApp({ ...world.context, venue: 'okx' });
}, 60_000);
afterAll(async () => {
  await live.close();
  await world.close();
});

/** Opens a session of the operator, and returns the calls of this session on a live venue. */
async function operatorCalls(withSecondFactor: boolean) {
  const { store, clock } = world.context;
  const userId = world.people.operator.id;
  const { accessToken } = await store.sessions.create({ userId, remember: false, now: clock.now(), withSecondFactor });
  return async (line: string, payload?: object) => {
    const [method, url] = line.split(' ') as ['GET' | 'POST' | 'DELETE', string]; // two words in every call
    const headers = { authorization: `Bearer ${accessToken}`, host: 'localhost', origin };
    const response = await live.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return response.json<Record<string, string>>();
  };
}

test('an operator registers the first passkey with the one-time token of the command line, and keeps the last factor', async () => {
  const { store, clock } = world.context;
  const refused = await operatorCalls(false);
  expect(await refused('POST /api/auth/passkeys/begin', {})).toMatchObject({ error_code: 'ENROLMENT_REQUIRED' });
  const enrolment = await store.enrolments.enrol(world.people.operator.id, clock.now());
  const calls = await operatorCalls(false);
  const wrong = { enrolment: 'A'.repeat(40) };
  expect(await calls('POST /api/auth/passkeys/begin', wrong)).toMatchObject({ error_code: 'ENROLMENT_REQUIRED' });
  const begun = await calls('POST /api/auth/passkeys/begin', { enrolment });
  const device = passkeyDevice(origin);
  const creation = { name: 'Key', ...device.create(begun['challenge'] ?? '') };
  expect(await calls('POST /api/auth/passkeys', creation)).toMatchObject({ passkey: { name: 'Key' } });
  // The token has ended with its use.
  expect(await store.enrolments.mayEnrol(world.people.operator.id, enrolment, clock.now())).toBe(false);

  const proved = await operatorCalls(true);
  const [held] = await store.passkeys.list(world.people.operator.id);
  const removal = await proved(`DELETE /api/auth/passkeys/${held?.id}`);
  expect(removal).toMatchObject({ error_code: 'SECOND_FACTOR_NEEDED' });
  // With the second factor a further passkey needs no token, and then the first one can be removed.
  const more = await proved('POST /api/auth/passkeys/begin', {});
  const second = passkeyDevice(origin).create(more['challenge'] ?? '');
  await proved('POST /api/auth/passkeys', { name: 'Second', ...second });
  // The new passkey has replaced the session.
  const renewed = await operatorCalls(true);
  expect(await renewed(`DELETE /api/auth/passkeys/${held?.id}`)).toEqual({ success: true });
});

test('an address with another name than the service has no passkeys', async () => {
  const named = await createApp({ ...world.context, publicUrl: 'https://rondo.example' });
  const response = await named.inject({ method: 'POST', url: '/api/auth/passkeys/challenge' });
  await named.close();
  expect([response.statusCode, response.json<{ error_code: string }>().error_code]).toEqual([
    409,
    'PASSKEYS_UNAVAILABLE',
  ]);
});
