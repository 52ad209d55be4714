// The browser's storage under the keys of specification 3, parsed at the border; it may be missing or full.
import { flag, listOf, nothing, number, oneOf, orNull, record, text, type Parse, type Parsed } from '../shape.ts';

/** Profiles of before had none: their members see what members see until the next answer. */
const role: Parse<'member' | 'operator'> = (value) => (value === 'operator' ? value : 'member');

const storedUser = record({
  id: text(),
  username: text(),
  email: text(),
  name: text(),
  level: number,
  role,
  has_okx_connected: flag,
  has_granted: flag,
  integrations: record({ okx: flag, lbank: flag }),
  okx_api_key: orNull(text()),
  okx_api_secret: nothing,
  okx_api_passphrase: nothing,
});
export type StoredUser = Parsed<typeof storedUser>;

const stringSet = listOf(text(), 20);

const savedLogin = record({ email: text(1, 254), savedAt: number });
/** Specification 9: a saved log-in is kept for a year. */
const savedLoginMs = 31_536_000_000;

/** Every stored value: its key and the shape it must have; anything else is treated as absent. */
const entries = {
  accessToken: text(1, 512),
  lang: text(0, 8),
  theme: oneOf('system', 'light', 'dark'),
  priceColours: oneOf('green-up', 'korean', 'chinese', 'colour-safe'),
  hidesAmounts: oneOf('true', 'false'),
  okxEnv: oneOf('sandbox', 'demo', 'live'),
  forceDashboardRefresh: oneOf('true'),
  okx_post_oauth_action: oneOf('oauth', 'fast_api'),
  okx_post_fastapi_token_ready: oneOf('true'),
  okx_post_fastapi_account_id: text(1, 64),
  okx_post_fastapi_domain: text(0, 100),
  /** The attempt that left these flags. */
  okx_post_nonce: text(16, 128),
  /** Proof of one attempt to link; it never leaves this origin. */
  okxLinkNonce: text(16, 128),
} as const;

/** What an attempt to link leaves behind; a log-out takes it along. */
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

/** The part of the Web Storage interface that is used, so that tests can bring a plain one. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type AppStorage = {
  readonly read: <Key extends PlainKey>(key: Key) => Parsed<(typeof entries)[Key]> | null;
  readonly write: <Key extends PlainKey>(key: Key, value: Parsed<(typeof entries)[Key]>) => void;
  readonly remove: (key: PlainKey) => void;
  /** The proof of the attempt that this very window began, also before it was loaded again. */
  readonly readOwnNonce: () => string | null;
  readonly readUser: () => StoredUser | null;
  readonly writeUser: (user: StoredUser) => void;
  readonly clearSession: () => void;
  /** The e-mail of a log-in that was to be remembered, for a year; never a password. */
  readonly readSavedEmail: (now: number) => string | null;
  /** Null forgets it. */
  readonly saveEmail: (email: string | null, now: number) => void;
  readonly readCollapsed: () => readonly string[];
  readonly writeCollapsed: (names: readonly string[]) => void;
};

const quietly = <Result>(action: () => Result, fallback: Result): Result => {
  try {
    return action();
  } catch {
    // Private windows and full disks refuse storage; the app works without it.
    return fallback;
  }
};

const parseJson = (text: string | null): unknown =>
  text === null ? null : quietly((): unknown => JSON.parse(text), null);

/** What belongs to one window, and to the window that it opens: those get a copy of it. Two windows may link at once. */
const ofWindow: ReadonlySet<string> = new Set<PlainKey>(['okxLinkNonce']);

/**
 * Wraps a key-value store; a stored session that cannot be read is cleared (specification 4). `own` is the window's
 * own store; what is written there is in the common one too, for a window that was opened without a copy.
 */
export const createStorage = (store: KeyValueStore, own: KeyValueStore = store): AppStorage => {
  const placesOf = (key: string): readonly KeyValueStore[] => (ofWindow.has(key) ? [own, store] : [store]);
  const get = (key: string): string | null =>
    placesOf(key).reduce<string | null>((found, place) => found ?? quietly(() => place.getItem(key), null), null);
  const set = (key: string, value: string): void => {
    for (const place of placesOf(key)) quietly(() => place.setItem(key, value), undefined);
  };
  const drop = (key: string): void => {
    for (const place of placesOf(key)) quietly(() => place.removeItem(key), undefined);
  };
  const clearSession = (): void => {
    drop('accessToken');
    drop('userInfo');
    for (const key of linkKeys) drop(key);
  };
  return {
    read: (key) => {
      const parsed = entries[key](get(key));
      // The parser of this very key produced the value, so it has this key's type.
      return parsed === undefined ? null : (parsed as Parsed<(typeof entries)[typeof key]>);
    },
    write: (key, value) => set(key, value),
    remove: drop,
    readOwnNonce: () => quietly(() => own.getItem('okxLinkNonce'), null),
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
      // A secret in the profile would be a bug of ours: it must not be stored.
      if (parsed === undefined) throw new Error('the profile cannot be stored');
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
