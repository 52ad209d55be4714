// Tests of the browser storage: stored values, rejected values, and a browser without storage.
import { expect, test } from 'vitest';
import { createStorage, type KeyValueStore, type StoredUser } from './storage.ts';

const memory = (values = new Map<string, string>()): KeyValueStore & { readonly values: Map<string, string> } => ({
  values,
  getItem: (key) => values.get(key) ?? null,
  setItem: (key, value) => void values.set(key, value),
  removeItem: (key) => void values.delete(key),
});

const user: StoredUser = {
  id: 'u1',
  username: 'mina',
  email: 'mina@example.org',
  name: 'Mina',
  level: 1,
  role: 'operator',
  has_okx_connected: true,
  has_granted: true,
  approval: 'approved',
  has_run_bot: false,
  integrations: { okx: true, lbank: false },
  okx_api_key: '\u20221f3a',
  okx_api_secret: null,
  okx_api_passphrase: null,
};

test('a user is stored under the key userInfo and can be read again', () => {
  const store = memory();
  createStorage(store).writeUser(user);
  expect([...store.values.keys()]).toEqual(['userInfo']);
  expect(createStorage(store).readUser()).toEqual(user);
});

test('a stored profile without a role is read as a member', () => {
  const { role: _, ...before } = user;
  const store = memory(new Map([['userInfo', JSON.stringify(before)]]));
  expect(createStorage(store).readUser()).toEqual({ ...user, role: 'member' });
});

test('a stored profile that does not say whether a bot has run is read as the profile of a person who has run one', () => {
  const { has_run_bot: _, ...before } = user;
  const store = memory(new Map([['userInfo', JSON.stringify(before)]]));
  expect(createStorage(store).readUser()).toEqual({ ...user, has_run_bot: true });
});

test('every value is stored under its key of the specification', () => {
  const store = memory();
  const storage = createStorage(store);
  storage.writeUser(user);
  const values = {
    accessToken: 'token',
    lang: 'ko',
    okxEnv: 'sandbox',
    forceDashboardRefresh: 'true',
    okx_post_oauth_action: 'fast_api',
    okx_post_fastapi_token_ready: 'true',
    okx_post_fastapi_account_id: 'a1',
    okx_post_fastapi_domain: 'global',
  } as const;
  for (const [key, value] of Object.entries(values)) storage.write(key as keyof typeof values, value); // the cast is safe because these are the keys of the record above
  expect([...store.values.keys()]).toEqual(['userInfo', ...Object.keys(values)]);
  for (const [key, value] of Object.entries(values)) expect(storage.read(key as keyof typeof values)).toBe(value); // the cast is safe because these are the keys of the record above
});

test('when the stored user is invalid, the whole session is cleared', () => {
  for (const broken of ['{', '{"id":1}', 'null']) {
    const store = memory(
      new Map([
        ['userInfo', broken],
        ['accessToken', 'token'],
        ['lang', 'ko'],
      ]),
    );
    expect(createStorage(store).readUser()).toBeNull();
    expect([...store.values.keys()]).toEqual(['lang']);
  }
});

test('for a remembered log-in, only the e-mail and the time are stored, and they are valid for one year', () => {
  const store = memory();
  const storage = createStorage(store);
  storage.saveEmail('mina@example.org', 1_000);
  expect([...store.values]).toEqual([['savedLogin', '{"email":"mina@example.org","savedAt":1000}']]);
  expect(storage.readSavedEmail(31_536_000_000 + 999)).toBe('mina@example.org');
  expect(storage.readSavedEmail(31_536_000_000 + 1_000)).toBeNull();
  storage.saveEmail(null, 2_000);
  expect([store.values.size, storage.readSavedEmail(2_000)]).toEqual([0, null]);
});

test('a profile with an exchange secret is not stored', () => {
  const store = memory();
  const userWithSecret: unknown = { ...user, okx_api_secret: 'secret' };
  // The cast simulates a caller that bypasses the types.
  expect(() => createStorage(store).writeUser(userWithSecret as StoredUser)).toThrow();
  expect(store.values.size).toBe(0);
});

test('a stored value that is not in the list of allowed values is treated as absent', () => {
  const store = memory(
    new Map([
      ['theme', 'purple'],
      ['priceColours', 'korean'],
    ]),
  );
  expect(createStorage(store).read('theme')).toBeNull();
  expect(createStorage(store).read('priceColours')).toBe('korean');
});

test('the caller gets no error when the browser denies storage', () => {
  const refuse = (): never => {
    throw new Error('denied');
  };
  const storage = createStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
  storage.write('theme', 'dark');
  expect(storage.read('theme')).toBeNull();
  expect(storage.readUser()).toBeNull();
});

test('each window has its own nonce of a link attempt, and a window without a nonce reads the nonce of the shared store', () => {
  const common = memory();
  const [first, second] = [createStorage(common, memory()), createStorage(common, memory())];
  first.write('okxLinkNonce', 'a'.repeat(16));
  second.write('okxLinkNonce', 'b'.repeat(16));
  expect([first.read('okxLinkNonce'), second.read('okxLinkNonce')]).toEqual(['a'.repeat(16), 'b'.repeat(16)]);
  const third = createStorage(common, memory());
  expect([third.read('okxLinkNonce'), third.readWindowNonce()]).toEqual(['b'.repeat(16), null]);
  expect(first.readWindowNonce()).toBe('a'.repeat(16));
  second.remove('okxLinkNonce');
  expect([first.read('okxLinkNonce'), second.read('okxLinkNonce')]).toEqual(['a'.repeat(16), null]);
});

test('a window removes only the nonce of its own link attempt', () => {
  const common = memory();
  const [first, second] = [createStorage(common, memory()), createStorage(common, memory())];
  first.write('okxLinkNonce', 'a'.repeat(16));
  second.write('okxLinkNonce', 'b'.repeat(16));
  first.removeWindowNonce();
  first.removeWindowNonce();
  expect([first.readWindowNonce(), common.getItem('okxLinkNonce')]).toEqual([null, 'b'.repeat(16)]);
  second.removeWindowNonce();
  expect([second.readWindowNonce(), common.getItem('okxLinkNonce')]).toEqual([null, null]);
});

test('the end of a session removes the data of a link attempt', () => {
  const store = memory();
  const storage = createStorage(store);
  storage.write('okx_post_oauth_action', 'fast_api');
  storage.write('okx_post_fastapi_token_ready', 'true');
  storage.write('okx_post_fastapi_account_id', 'a1');
  storage.write('okxEnv', 'sandbox');
  storage.write('forceDashboardRefresh', 'true');
  storage.write('lang', 'ko');
  storage.clearSession();
  expect([...store.values.keys()]).toEqual(['lang']);
});

test('the end of a session removes the token and the profile', () => {
  const store = memory();
  const storage = createStorage(store);
  storage.write('accessToken', 't'.repeat(43));
  storage.writeUser(user);
  storage.write('theme', 'dark');
  storage.clearSession();
  expect([...store.values.keys()]).toEqual(['theme']);
});
