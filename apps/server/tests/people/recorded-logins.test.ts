// Tests that each attempt with the correct password is recorded and told, also when the code or the passkey could not be checked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '@rondo/contract';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { turnOnFactor } from '@rondo/testkit/database';
import { passkeyDevice } from '@rondo/testkit/passkey';
import { serverLimits } from '../../src/limits.ts';
import { signUpFields } from '../_callers.ts';
import { startWorld, type TestWorld } from '../_world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const password = 'a long sentence';

/** Signs up a person whose second factor is on. `attempt` logs in with the correct password from an address and returns the status and the error. */
async function signUp(name: string) {
  const { store, clock } = world.context;
  const email = `${name}@rondo.test`;
  await world.api.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { email, password, name, ...signUpFields },
  });
  const id = (await store.users.findByEmail(email))?.id ?? '';
  await turnOnFactor(store, id, clock.now());
  const attempt = async (remoteAddress: string, proof: object, host = 'localhost') => {
    const payload = { email, password, ...proof };
    const headers = { host, 'user-agent': 'test browser' };
    const response = await world.api.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload,
      headers,
      remoteAddress,
    });
    return [response.statusCode, response.json<ErrorBody>().error_code];
  };
  /** The newest attempt of the person, and the newest line of the audit. */
  const recorded = async () => {
    const [login] = await store.logins.list(id, 1);
    const [line] = await store.audit.list({ limit: 1 });
    return [login?.outcome, login?.address, line?.action, line?.actorId === id];
  };
  return { id, attempt, recorded };
}

test('an attempt whose code is not checked because of earlier wrong codes is recorded', async () => {
  const { attempt, recorded } = await signUp('spent');
  for (let at = 0; at < serverLimits.wrongCodes; at += 1) await attempt(`10.41.0.${at}`, { code: '000000' });
  expect(await attempt('10.41.1.1', { code: '000000' })).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(await recorded()).toEqual(['wrong code', '10.41.1.1', 'user.logIn', true]);
});

test('an attempt after the end of the codes is recorded', async () => {
  const { id, attempt, recorded } = await signUp('ended');
  const { secondFactors } = world.context.store;
  const now = world.context.clock.now();
  for (let wrong = 0; wrong < 100; wrong += 1) await secondFactors.verify(id, '000000', now);
  expect(await attempt('10.42.1.1', { code: authenticatorCode('A'.repeat(32), now) })).toEqual([403, 'CODES_ENDED']);
  expect(await recorded()).toEqual(['wrong code', '10.42.1.1', 'user.logIn', true]);
});

test('an attempt with a passkey at an address without passkeys is recorded', async () => {
  const { attempt, recorded } = await signUp('addressed');
  const passkey = passkeyDevice('http://localhost').respond('challenge');
  const result = await attempt('10.43.1.1', { passkey }, '127.0.0.1');
  expect(result).toEqual([409, 'PASSKEYS_UNAVAILABLE']);
  expect(await recorded()).toEqual(['wrong code', '10.43.1.1', 'user.logIn', true]);
});
