// Tests of the stored user, which is built from the profile or from the log-in response.
import { expect, test } from 'vitest';
import type { UserResponse } from '@rondo/contract';
import { toStoredUser, userFromLogin } from './session-context.tsx';

const response = { access_token: 'a', expires_at: 0, name: 'Ada', level: 3 };

test('the user is built from the log-in response when the profile cannot be fetched', () => {
  expect(userFromLogin('ada.l@rondo.test', response)).toMatchObject({
    username: 'ada.l',
    email: 'ada.l@rondo.test',
    name: 'Ada',
    level: 3,
    role: 'member',
    has_okx_connected: false,
    has_granted: false,
    integrations: { okx: false, lbank: false },
  });
});

test('the stored user contains the masked key, and it never contains a secret or a passphrase', () => {
  const user: UserResponse = {
    id: 'u1',
    username: 'ada',
    email: 'ada@rondo.test',
    name: 'Ada',
    level: 3,
    role: 'operator',
    has_okx_connected: true,
    has_granted: true,
    approval: 'approved',
    has_run_bot: true,
    integrations: { okx: true, lbank: false },
    okx_account: { api_key: '••••1234', secret_key: null, passphrase: null },
    environment: { venue: 'sandbox', is_simulated: true },
  };
  expect(toStoredUser(user)).toMatchObject({
    role: 'operator',
    okx_api_key: '••••1234',
    okx_api_secret: null,
    okx_api_passphrase: null,
  });
});
