// The browser storage with the keys of specification 3. Values are parsed when they are read. The storage of a browser may be missing or full.
import { flag, listOf, nothing, number, oneOf, orNull, record, text, type Parse, type Parsed } from '../parsers.ts';

/** Profiles that an older version stored have no role. Their role is `member` until the next profile response. */
const role: Parse<'member' | 'operator'> = (value) => (value === 'operator' ? value : 'member');

/** Profiles that an older version stored have no approval state. It is null until the next profile response. */
const approval: Parse<'pending' | 'approved' | 'rejected' | 'revoked' | null> = (value) =>
  oneOf('pending', 'approved', 'rejected', 'revoked')(value) ?? null;

/** Profiles that an older version stored do not say whether a bot has run. True hides the check-list of the first run until the next profile response. */
const hasRunBot: Parse<boolean> = (value) => value !== false;

const storedUser = record({
  id: text(),
  username: text(),
  email: text(),
  name: text(),
  level: number,
  role,
  has_okx_connected: flag,
  has_granted: flag,
  approval,
  has_run_bot: hasRunBot,
  integrations: record({ okx: flag, lbank: flag }),
  okx_api_key: orNull(text()),
  okx_api_secret: nothing,
  okx_api_passphrase: nothing,
});
/** The stored fields of the user's profile. */
export type StoredUser = Parsed<typeof storedUser>;

const stringSet = listOf(text(), 20);

const savedLogin = record({ email: text(1, 254), savedAt: number });
/** A remembered log-in is valid for one year (specification 9). */
const savedLoginMs = 31_536_000_000;

/** The key and the parser of every stored value. An invalid value is treated as absent. */
const entries = {
  accessToken: text(1, 512),
  lang: text(0, 8),
  theme: oneOf('system', 'light', 'dark'),
  priceColours: oneOf('green-up', 'korean', 'chinese', 'colour-safe'),
  hidesAmounts: oneOf('true', 'false'),
  /** Whether the installation trades simulated money. The label stays while the profile cannot be read. The end of a session keeps this value. */
  simulated: oneOf('true', 'false'),
  okxEnv: oneOf('sandbox', 'demo', 'live'),
  forceDashboardRefresh: oneOf('true'),
  okx_post_oauth_action: oneOf('oauth', 'fast_api'),
  okx_post_fastapi_token_ready: oneOf('true'),
  okx_post_fastapi_account_id: text(1, 64),
  okx_post_fastapi_domain: text(0, 100),
  /** The nonce of the link attempt that set the flags above. */
  okx_post_nonce: text(16, 128),
  /** The nonce of a link attempt. The nonce is never sent to another origin. */
  okxLinkNonce: text(16, 128),
} as const;

/** The keys that a link attempt sets. The end of a session removes their values. */
const linkKeys = [
  'okxEnv',
  'forceDashboardRefresh',
  'okx_post_oauth_action',
  'okx_post_fastapi_token_ready',
  'okx_post_fastapi_account_id',
  'okx_post_fastapi_domain',
  'okx_post_nonce',
  'okxLinkNonce',
] as const satisfies readonly (keyof typeof entries)[];

export type Theme = Parsed<(typeof entries)['theme']>;
export type PriceColours = Parsed<(typeof entries)['priceColours']>;
export type PlainKey = keyof typeof entries;

/** The part of the Web Storage interface that is used here. The part is small, so that a test can use a Map. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Typed access to the browser storage. The functions that read a value return null when the value is absent or invalid. */
export type AppStorage = {
  readonly read: <Key extends PlainKey>(key: Key) => Parsed<(typeof entries)[Key]> | null;
  readonly write: <Key extends PlainKey>(key: Key, value: Parsed<(typeof entries)[Key]>) => void;
  readonly remove: (key: PlainKey) => void;
  /** Returns the nonce of the link attempt that this window started. The nonce is still available after a reload. */
  readonly readWindowNonce: () => string | null;
  /** Removes the nonce of the link attempt that this window started. The nonce of another window stays. */
  readonly removeWindowNonce: () => void;
  readonly readUser: () => StoredUser | null;
  readonly writeUser: (user: StoredUser) => void;
  readonly clearSession: () => void;
  /** Returns the remembered e-mail for one year after the log-in. A password is never stored. */
  readonly readSavedEmail: (now: number) => string | null;
  /** Stores the e-mail and the time. Null removes the stored e-mail. */
  readonly saveEmail: (email: string | null, now: number) => void;
  readonly readCollapsed: () => readonly string[];
  readonly writeCollapsed: (names: readonly string[]) => void;
};

const withFallback = <Result>(action: () => Result, fallback: Result): Result => {
  try {
    return action();
  } catch {
    // A browser denies storage in a private window or when the disk is full. The app also works without storage.
    return fallback;
  }
};

const parseJson = (text: string | null): unknown =>
  text === null ? null : withFallback((): unknown => JSON.parse(text), null);

/** The keys that each window stores separately, because two windows may link accounts at the same time. The browser copies the window store to a pop-up. */
const nonceKey = 'okxLinkNonce' satisfies PlainKey;
const windowKeys: ReadonlySet<string> = new Set([nonceKey]);

/**
 * Wraps a key-value store. An invalid stored session is cleared (specification 4). `windowStore` belongs to one window. Its values are also written to the shared store, because a browser may open a pop-up without a copy of the window store.
 */
export const createStorage = (store: KeyValueStore, windowStore: KeyValueStore = store): AppStorage => {
  const storesOf = (key: string): readonly KeyValueStore[] => (windowKeys.has(key) ? [windowStore, store] : [store]);
  const get = (key: string): string | null =>
    storesOf(key).reduce<string | null>((found, place) => found ?? withFallback(() => place.getItem(key), null), null);
  const set = (key: string, value: string): void => {
    for (const place of storesOf(key)) withFallback(() => place.setItem(key, value), undefined);
  };
  const drop = (key: string): void => {
    for (const place of storesOf(key)) withFallback(() => place.removeItem(key), undefined);
  };
  const readWindowNonce = (): string | null => withFallback(() => windowStore.getItem(nonceKey), null);
  const clearSession = (): void => {
    drop('accessToken');
    drop('userInfo');
    for (const key of linkKeys) drop(key);
  };
  return {
    read: (key) => {
      const parsed = entries[key](get(key));
      // The cast is safe, because the parser of this key returned the value.
      return parsed === undefined ? null : (parsed as Parsed<(typeof entries)[typeof key]>);
    },
    write: (key, value) => set(key, value),
    remove: drop,
    readWindowNonce,
    removeWindowNonce: () => {
      const nonce = readWindowNonce();
      for (const place of nonce === null ? [] : storesOf(nonceKey))
        if (withFallback(() => place.getItem(nonceKey), null) === nonce)
          withFallback(() => place.removeItem(nonceKey), undefined);
    },
    readUser: () => {
      const stored = get('userInfo');
      if (stored === null) return null;
      const parsed = storedUser(parseJson(stored));
      if (parsed !== undefined) return parsed;
      clearSession();
      return null;
    },
    writeUser: (user) => {
      const parsed = storedUser(user);
      // Only a bug can produce a profile with a secret, and a secret must not be stored.
      if (parsed === undefined) throw new Error('the profile contains a secret or is invalid, so it is not stored');
      set('userInfo', JSON.stringify(parsed));
    },
    clearSession,
    readSavedEmail: (now) => {
      const saved = savedLogin(parseJson(get('savedLogin')));
      return saved !== undefined && now - saved.savedAt < savedLoginMs ? saved.email : null;
    },
    saveEmail: (email, now) =>
      email === null ? drop('savedLogin') : set('savedLogin', JSON.stringify({ email, savedAt: now })),
    readCollapsed: () => stringSet(parseJson(get('collapsedPanels'))) ?? [],
    writeCollapsed: (names) => set('collapsedPanels', JSON.stringify(names)),
  };
};
