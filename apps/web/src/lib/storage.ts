// The browser's storage under the keys of the specification (section 3), parsed at the border; it may be missing or full.
import * as z from 'zod';

const storedUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  name: z.string(),
  level: z.number(),
  has_okx_connected: z.boolean(),
  has_granted: z.boolean(),
  integrations: z.object({ okx: z.boolean(), lbank: z.boolean() }),
  okx_api_key: z.string().nullable(),
  okx_api_secret: z.null(),
  okx_api_passphrase: z.null(),
});
export type StoredUser = z.infer<typeof storedUser>;

const stringSet = z.array(z.string()).max(20);

/** Every stored value: its key and the shape it must have; anything else is treated as absent. */
const entries = {
  accessToken: z.string().min(1).max(512),
  lang: z.string().max(8),
  theme: z.enum(['system', 'light', 'dark']),
  priceColours: z.enum(['green-up', 'korean', 'chinese', 'colour-safe']),
  hidesAmounts: z.enum(['true', 'false']),
  rememberedEmail: z.string().max(254),
  okxEnv: z.enum(['sandbox', 'demo', 'live']),
  forceDashboardRefresh: z.enum(['true']),
  okx_post_oauth_action: z.enum(['oauth', 'fast_api']),
  okx_post_fastapi_token_ready: z.enum(['true']),
  okx_post_fastapi_account_id: z.string().min(1).max(64),
  okx_post_fastapi_domain: z.string().max(100),
  /** Proof of one attempt to link; it never leaves this origin. */
  okxLinkNonce: z.string().min(16).max(128),
} as const;

/** What an attempt to link leaves behind; a log-out takes it along. */
const linkKeys = [
  'okxEnv',
  'forceDashboardRefresh',
  'okx_post_oauth_action',
  'okx_post_fastapi_token_ready',
  'okx_post_fastapi_account_id',
  'okx_post_fastapi_domain',
  'okxLinkNonce',
] as const satisfies readonly (keyof typeof entries)[];

export type Theme = z.infer<(typeof entries)['theme']>;
export type PriceColours = z.infer<(typeof entries)['priceColours']>;
export type PlainKey = keyof typeof entries;

/** The part of the Web Storage interface that is used, so that tests can bring a plain one. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type AppStorage = {
  readonly read: <Key extends PlainKey>(key: Key) => z.infer<(typeof entries)[Key]> | null;
  readonly write: <Key extends PlainKey>(key: Key, value: z.infer<(typeof entries)[Key]>) => void;
  readonly remove: (key: PlainKey) => void;
  readonly readUser: () => StoredUser | null;
  readonly writeUser: (user: StoredUser) => void;
  readonly clearSession: () => void;
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

/** Wraps a key-value store; a stored session that cannot be read is cleared (specification, section 4). */
export const createStorage = (store: KeyValueStore): AppStorage => {
  const get = (key: string): string | null => quietly(() => store.getItem(key), null);
  const set = (key: string, value: string): void => quietly(() => store.setItem(key, value), undefined);
  const drop = (key: string): void => quietly(() => store.removeItem(key), undefined);
  const clearSession = (): void => {
    drop('accessToken');
    drop('userInfo');
    for (const key of linkKeys) drop(key);
  };
  return {
    read: (key) => {
      const parsed = entries[key].safeParse(get(key));
      // The schema of this very key produced the value, so it has this key's type.
      return parsed.success ? (parsed.data as z.infer<(typeof entries)[typeof key]>) : null;
    },
    write: (key, value) => set(key, value),
    remove: drop,
    readUser: () => {
      const text = get('userInfo');
      if (text === null) return null;
      const parsed = storedUser.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      clearSession();
      return null;
    },
    writeUser: (user) => set('userInfo', JSON.stringify(storedUser.parse(user))),
    clearSession,
    readCollapsed: () => {
      const parsed = stringSet.safeParse(parseJson(get('collapsedPanels')));
      return parsed.success ? parsed.data : [];
    },
    writeCollapsed: (names) => set('collapsedPanels', JSON.stringify(names)),
  };
};
