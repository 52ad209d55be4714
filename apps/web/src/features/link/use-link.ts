// One attempt to link an account: opens the pop-up, listens to it, and makes and tests the key. The rules are in link-flow.ts.
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ExchangeAccount } from '@rondo/contract';
import { useApi } from '../../api/api-context.tsx';
import { intervals } from '../../api/intervals.ts';
import { recovering } from '../../api/recovering.ts';
import { useSession } from '../../api/session-context.tsx';
import { useStorage } from '../../lib/storage-context.ts';
import { stepLink, type LinkEvent, type LinkState } from './link-flow.ts';
import { readLinkMessage, type HeardMessage } from './link-message.ts';
import { postActionKey, takePostAction } from './post-action.ts';

/** Blueprint 3.15: the pop-up is 480 x 640. */
const popUpFeatures = 'popup,width=480,height=640';
const popUpName = 'rondo-okx';
/** What the key is called at the exchange. */
const keyLabel = 'Rondo';

type Attempt = { readonly nonce: string; readonly popUp: Window | null };

/** The server's address for the pop-up; anything but a web page is refused. */
const checkedAddress = (text: string): string => {
  const address = new URL(text);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') throw new Error('the consent page is no web page');
  return address.href;
};

const isListening = (state: LinkState): boolean => state.kind === 'waiting' || state.kind === 'blocked';

/** Makes and tests the key of a permitted account, from whichever of the two steps is due. */
const useKeySteps = (dispatch: (event: LinkEvent) => void) => {
  const api = useApi();
  const queries = useQueryClient();
  const storage = useStorage();
  const { refreshProfile } = useSession();
  return useCallback(
    async (step: 'key' | 'test', accountId: string) => {
      try {
        if (step === 'key') {
          const body = { account_id: accountId, label: keyLabel, is_demo: storage.read('okxEnv') === 'demo' };
          await api.call('fastApiCreateKey', { body });
          dispatch({ kind: 'keyMade' });
        }
        const { findings } = await recovering(() => api.call('preflight', { query: { account_id: accountId } }));
        dispatch({ kind: 'tested', findings });
      } catch (error) {
        dispatch({ kind: 'refused', error });
      } finally {
        // Whatever happened, the lists and the profile show it; a profile that cannot be had only stays old.
        await refreshProfile().catch(() => undefined);
        await queries.invalidateQueries();
      }
    },
    [api, dispatch, queries, refreshProfile, storage],
  );
};

/** Hears the pop-up while it is awaited: its message, its flags when it lost its opener, its end, and the time limit. */
const useListener = (options: {
  readonly state: LinkState;
  readonly attempt: { readonly current: Attempt | null };
  readonly dispatch: (event: LinkEvent) => void;
  readonly onPermitted: (accountId: string | null) => void;
}): void => {
  const storage = useStorage();
  const { state, attempt, dispatch, onPermitted } = options;
  const listens = isListening(state);
  useEffect(() => {
    if (!listens) return undefined;
    const hear = (event: MessageEvent<unknown>): void => {
      const { nonce, popUp } = attempt.current ?? { nonce: '', popUp: null };
      const message = readLinkMessage(event, { origin: location.origin, source: popUp, nonce });
      if (message === null) return;
      if (message.type === 'okx-oauth-error') {
        const heard: HeardMessage = { type: 'okx-oauth-heard', nonce };
        popUp?.postMessage(heard, location.origin);
        dispatch({ kind: 'reported', reason: message.error });
        return;
      }
      takePostAction(storage);
      onPermitted(message.oauth_type === 'fast_api' ? message.account_id : null);
    };
    const look = (): void => {
      if (attempt.current?.popUp?.closed === true) dispatch({ kind: 'windowClosed' });
    };
    addEventListener('message', hear);
    const looking = setInterval(look, intervals.popUpLookMs);
    const limit = setTimeout(() => dispatch({ kind: 'listenerEnded' }), intervals.linkListenerMs);
    return () => {
      removeEventListener('message', hear);
      clearInterval(looking);
      clearTimeout(limit);
    };
  }, [listens, attempt, dispatch, onPermitted, storage]);
  useEffect(() => {
    const find = (event: StorageEvent): void => {
      if (event.key !== postActionKey || event.newValue === null || attempt.current === null) return;
      const left = takePostAction(storage);
      if (left !== null) onPermitted(left.accountId);
    };
    addEventListener('storage', find);
    return () => removeEventListener('storage', find);
  }, [attempt, onPermitted, storage]);
};

/** Opens the pop-up, gets a consent's address and sends the pop-up there. */
const useStart = (options: {
  readonly environment: ExchangeAccount['environment'];
  readonly account: { readonly current: string | undefined };
  readonly attempt: { current: Attempt | null };
  readonly dispatch: (event: LinkEvent) => void;
}): (() => Promise<void>) => {
  const api = useApi();
  const storage = useStorage();
  const { environment, account, attempt, dispatch } = options;
  return async () => {
    // Opened within the click, or the browser would block it; it gets its address when the server has answered.
    const popUp = window.open('', popUpName, popUpFeatures);
    const nonce = crypto.randomUUID();
    attempt.current = { nonce, popUp };
    storage.write('okxLinkNonce', nonce);
    storage.write('okxEnv', environment);
    dispatch({ kind: 'started' });
    try {
      const query = account.current === undefined ? {} : { account_id: account.current };
      const consent = await recovering(() => api.call('fastApiAuth', { query }));
      await api.call('oauthStateRegister', { body: { state: consent.state } });
      const address = checkedAddress(consent.auth_url);
      if (popUp === null) {
        dispatch({ kind: 'blocked', address, nonce });
        return;
      }
      popUp.location.href = address;
      dispatch({ kind: 'opened', nonce });
    } catch (error) {
      popUp?.close();
      dispatch({ kind: 'refused', error });
    }
  };
};

/** What the exchange tab does with an attempt. `environment` is the one that a new key is for. */
export const useLink = (environment: ExchangeAccount['environment']) => {
  const storage = useStorage();
  const [state, dispatch] = useReducer(stepLink, { kind: 'idle' });
  const attempt = useRef<Attempt | null>(null);
  const account = useRef<string | undefined>(undefined);
  const runKeySteps = useKeySteps(dispatch);

  const onPermitted = useCallback(
    (accountId: string | null) => {
      attempt.current = null;
      dispatch({ kind: 'permitted', accountId });
      if (accountId !== null) void runKeySteps('key', accountId);
    },
    [runKeySteps],
  );
  useListener({ state, attempt, dispatch, onPermitted });

  useEffect(() => {
    // A pop-up without an opener went on to this page by itself: its consent is taken up here.
    const accountId = takePostAction(storage)?.accountId ?? null;
    if (accountId !== null) onPermitted(accountId);
  }, [storage, onPermitted]);

  const start = useStart({ environment, account, attempt, dispatch });

  return {
    state,
    start: () => void start(),
    /** Shows the explanation first; with an account the consent is for that one. */
    ask: (accountId?: string) => {
      account.current = accountId;
      dispatch({ kind: 'asked' });
    },
    openBlocked: () => {
      if (state.kind !== 'blocked') return;
      const popUp = window.open(state.address, popUpName, popUpFeatures);
      if (popUp === null) return;
      attempt.current = { nonce: state.nonce, popUp };
      dispatch({ kind: 'opened', nonce: state.nonce });
    },
    retry: () => {
      dispatch({ kind: 'retried' });
      if (state.kind === 'failed' && state.accountId !== null)
        void runKeySteps(state.step === 'test' ? 'test' : 'key', state.accountId);
    },
    dismiss: () => {
      attempt.current?.popUp?.close();
      attempt.current = null;
      dispatch({ kind: 'dismissed' });
    },
  };
};

export type Link = ReturnType<typeof useLink>;
