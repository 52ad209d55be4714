// The session of the logged-in user. The stored session is restored when the page loads, and its profile is then fetched again. The session
// is cleared after a log-out and when the server no longer accepts it.
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import type { LoginResponse, PasskeyAssertion, UserResponse } from '@rondo/contract';
import type { AppStorage, StoredUser } from '../../lib/storage/storage.ts';
import { useApi } from '../calls/api-context.tsx';
import { sessionLostEvent } from '../calls/session-lost.ts';
import { queryKeys } from '../queries/query-keys.ts';

export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'guest' }
  | { readonly kind: 'member'; readonly user: StoredUser; readonly isSimulated: boolean };

export type LoginInput = {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  /** A code of the authenticator or a recovery code. The log-in card asks for the code after the error TOTP_REQUIRED. */
  readonly code?: string;
  /** A passkey in place of the code. */
  readonly passkey?: PasskeyAssertion;
};

export type SessionActions = {
  /** Returns the remembered e-mail of the last log-in, or null. */
  readonly savedEmail: () => string | null;
  /** Throws the `ApiError` of the log-in call. */
  readonly logIn: (input: LoginInput) => Promise<void>;
  /** Logs in with a passkey alone. Throws the `ApiError` of the call. */
  readonly logInWithPasskey: (input: {
    readonly passkey: PasskeyAssertion;
    readonly remember: boolean;
  }) => Promise<void>;
  readonly logOut: () => Promise<void>;
  /** Ends the session in the browser without a call. It is used when the server has already ended the session. */
  readonly forget: () => void;
  /** Fetches the profile again. Throws when the request fails. */
  readonly refreshProfile: () => Promise<void>;
};

const SessionContext = createContext<(SessionActions & { readonly session: Session }) | null>(null);

/** The stored fields of a profile. Exchange secrets never reach the browser (decision 13). */
export const toStoredUser = (user: UserResponse): StoredUser => ({
  id: user.id,
  username: user.username,
  email: user.email,
  name: user.name,
  level: user.level,
  role: user.role,
  has_okx_connected: user.has_okx_connected,
  has_granted: user.has_granted,
  approval: user.approval,
  has_run_bot: user.has_run_bot,
  integrations: user.integrations,
  okx_api_key: user.okx_account.api_key,
  okx_api_secret: null,
  okx_api_passphrase: null,
});

/** Builds the user from the log-in response when the profile cannot be fetched (specification 8). */
export const userFromLogin = (email: string, response: LoginResponse): StoredUser => ({
  id: email,
  username: email.split('@')[0] ?? email,
  email,
  name: response.name,
  level: response.level,
  role: 'member',
  has_okx_connected: false,
  has_granted: false,
  approval: null,
  has_run_bot: true,
  integrations: { okx: false, lbank: false },
  okx_api_key: null,
  okx_api_secret: null,
  okx_api_passphrase: null,
});

/** Returns the session of a user whose profile was not read. Money of which the browser does not know whether it is simulated has the label of simulated money. */
const unreadSession = (storage: AppStorage, user: StoredUser): Session => ({
  kind: 'member',
  user,
  isSimulated: storage.read('simulated') !== 'false',
});

/**
 * Returns the stored session. Without a stored session, a browser with a refresh cookie is `loading` until the server has renewed the session.
 */
const restore = (storage: AppStorage, hasCookie: boolean): Session => {
  const user = storage.readUser();
  if (storage.read('accessToken') === null || user === null) return { kind: hasCookie ? 'loading' : 'guest' };
  return unreadSession(storage, user);
};

type SessionDeps = {
  readonly storage: AppStorage;
  readonly setSession: (session: Session) => void;
};

/** Returns a function that reads the profile from the server, stores it and returns the session with this profile. */
const useProfileRead = (storage: AppStorage): (() => Promise<Session>) => {
  const api = useApi();
  const queries = useQueryClient();
  return useCallback(async () => {
    const user = await queries.fetchQuery({ queryKey: queryKeys.me, queryFn: () => api.call('me', {}), staleTime: 0 });
    const stored = toStoredUser(user);
    storage.writeUser(stored);
    storage.write('simulated', user.environment.is_simulated ? 'true' : 'false');
    return { kind: 'member', user: stored, isSimulated: user.environment.is_simulated };
  }, [api, queries, storage]);
};

/** Returns the actions of the session. The functions keep their identity between renders. */
const useSessionActions = ({ storage, setSession }: SessionDeps, readProfile: () => Promise<Session>) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMemo((): SessionActions => {
    const forget = (): void => {
      storage.clearSession();
      queries.clear();
      setSession({ kind: 'guest' });
    };
    const refreshProfile = async (): Promise<void> => setSession(await readProfile());
    const enter = async (response: LoginResponse, email: string): Promise<void> => {
      storage.write('accessToken', response.access_token);
      try {
        await refreshProfile();
      } catch {
        const user = userFromLogin(email, response);
        storage.writeUser(user);
        setSession(unreadSession(storage, user));
      }
    };
    return {
      savedEmail: () => storage.readSavedEmail(Date.now()),
      refreshProfile,
      forget,
      logIn: async (input) => {
        const response = await api.call('login', { body: input });
        storage.saveEmail(input.remember ? input.email : null, Date.now());
        await enter(response, input.email);
      },
      logInWithPasskey: async (input) => {
        const response = await api.call('passkeyLogin', { body: input });
        await enter(response, response.name);
      },
      logOut: async () => {
        // A failure of the log-out call is ignored, because the session in the browser ends in any case.
        await api.call('logout', {}).catch(() => undefined);
        forget();
      },
    };
  }, [api, queries, storage, setSession, readProfile]);
};

export type SessionProviderProps = {
  readonly storage: AppStorage;
  /** True when the browser has the cookie of a session (`hasSessionCookie`). */
  readonly hasCookie?: boolean;
  readonly children: ReactNode;
};

export const SessionProvider = ({ storage, hasCookie = false, children }: SessionProviderProps) => {
  const [session, setSession] = useState<Session>(() => restore(storage, hasCookie));
  const readProfile = useProfileRead(storage);
  const actions = useSessionActions({ storage, setSession }, readProfile);
  const { forget } = actions;

  useEffect(() => {
    addEventListener(sessionLostEvent, forget);
    return () => removeEventListener(sessionLostEvent, forget);
  }, [forget]);

  useEffect(() => {
    if (restore(storage, hasCookie).kind === 'guest') return;
    // An equal profile keeps the session, so that no component is rendered again for it.
    const keep = (next: Session): void => setSession((now) => replaceEqualDeep(now, next));
    readProfile().then(keep, (error: unknown) => {
      // Specification 8: when the profile refresh fails, the console shows a warning, and the stored profile is used.
      // eslint-disable-next-line no-console
      console.warn('profile refresh failed', error);
      setSession((now) => (now.kind === 'loading' ? { kind: 'guest' } : now));
    });
  }, [readProfile, storage, hasCookie]);

  const value = useMemo(() => ({ session, ...actions }), [session, actions]);
  return <SessionContext value={value}>{children}</SessionContext>;
};

export const useSession = () => {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('useSession is used outside of a SessionProvider');
  return value;
};

/** Returns the logged-in member. Throws when no member is logged in, so only pages for members may use this hook. */
export const useMember = (): { readonly user: StoredUser; readonly isSimulated: boolean } => {
  const { session } = useSession();
  if (session.kind !== 'member') throw new Error('no member is logged in');
  return session;
};
