// Who is logged in: restored at the start, refreshed in the background, cleared on log-out and when the session is lost.
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { LoginResponse, UserResponse } from '@rondo/contract';
import type { AppStorage, StoredUser } from '../../lib/storage/storage.ts';
import { useApi } from '../calls/api-context.tsx';
import { queryKeys } from '../queries/query-keys.ts';

export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'guest' }
  | { readonly kind: 'member'; readonly user: StoredUser; readonly isSimulated: boolean };

export type LoginInput = {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  /** Of the authenticator, or a recovery code; asked for after TOTP_REQUIRED. */
  readonly code?: string;
};

export type SessionActions = {
  /** The e-mail of the last log-in that was to be remembered. */
  readonly savedEmail: () => string | null;
  /** Throws the call's `ApiError`. */
  readonly logIn: (input: LoginInput) => Promise<void>;
  readonly logOut: () => Promise<void>;
  /** The session is over at the server already: only the browser's part ends. */
  readonly forget: () => void;
  /** Asks for the profile again; throws when it cannot be had. */
  readonly refreshProfile: () => Promise<void>;
};

/** The event fired on the window when the session is lost (specification 4). */
export const sessionLostEvent = 'unauthorized';

const SessionContext = createContext<(SessionActions & { readonly session: Session }) | null>(null);

/** What is kept of a profile. Exchange secrets never reach the browser (decision 13). */
export const toStoredUser = (user: UserResponse): StoredUser => ({
  id: user.id,
  username: user.username,
  email: user.email,
  name: user.name,
  level: user.level,
  role: user.role,
  has_okx_connected: user.has_okx_connected,
  has_granted: user.has_granted,
  integrations: user.integrations,
  okx_api_key: user.okx_account.api_key,
  okx_api_secret: null,
  okx_api_passphrase: null,
});

/** The user when only the log-in answered and the profile did not (specification 8). */
export const userFromLogin = (email: string, answer: LoginResponse): StoredUser => ({
  id: email,
  username: email.split('@')[0] ?? email,
  email,
  name: answer.name,
  level: answer.level,
  role: 'member',
  has_okx_connected: false,
  has_granted: false,
  integrations: { okx: false, lbank: false },
  okx_api_key: null,
  okx_api_secret: null,
  okx_api_passphrase: null,
});

const restore = (storage: AppStorage): Session => {
  const user = storage.readUser();
  if (storage.read('accessToken') === null || user === null) return { kind: 'guest' };
  return { kind: 'member', user, isSimulated: false };
};

export const SessionProvider = ({
  storage,
  children,
}: {
  readonly storage: AppStorage;
  readonly children: ReactNode;
}) => {
  const api = useApi();
  const queries = useQueryClient();
  const [session, setSession] = useState<Session>(() => restore(storage));

  const end = useCallback(() => {
    storage.clearSession();
    queries.clear();
    setSession({ kind: 'guest' });
  }, [storage, queries]);

  const readProfile = useCallback(async (): Promise<Session> => {
    const user = await queries.fetchQuery({ queryKey: queryKeys.me, queryFn: () => api.call('me', {}), staleTime: 0 });
    const stored = toStoredUser(user);
    storage.writeUser(stored);
    return { kind: 'member', user: stored, isSimulated: user.environment.is_simulated };
  }, [api, queries, storage]);

  const refreshProfile = useCallback(async () => setSession(await readProfile()), [readProfile]);

  useEffect(() => {
    addEventListener(sessionLostEvent, end);
    return () => removeEventListener(sessionLostEvent, end);
  }, [end]);

  useEffect(() => {
    if (restore(storage).kind !== 'member') return;
    // Specification 8: a failed profile refresh only warns.
    // eslint-disable-next-line no-console
    readProfile().then(setSession, (error: unknown) => console.warn('profile refresh failed', error));
  }, [readProfile, storage]);

  const value = useMemo(
    () => ({
      session,
      savedEmail: () => storage.readSavedEmail(Date.now()),
      refreshProfile,
      forget: end,
      logIn: async (input: LoginInput) => {
        const answer = await api.call('login', { body: input });
        storage.write('accessToken', answer.access_token);
        storage.saveEmail(input.remember ? input.email : null, Date.now());
        try {
          await refreshProfile();
        } catch {
          const user = userFromLogin(input.email, answer);
          storage.writeUser(user);
          setSession({ kind: 'member', user, isSimulated: false });
        }
      },
      logOut: async () => {
        // The cookie may be gone already; the browser's part ends in any case.
        await api.call('logout', {}).catch(() => undefined);
        end();
      },
    }),
    [session, refreshProfile, api, storage, end],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
};

export const useSession = () => {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('useSession needs a SessionProvider above it');
  return value;
};

/** The member of a page that only members reach. */
export const useMember = (): { readonly user: StoredUser; readonly isSimulated: boolean } => {
  const { session } = useSession();
  if (session.kind !== 'member') throw new Error('this page needs a logged-in member');
  return session;
};
