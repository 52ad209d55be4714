// One attempt to link an account: opens the pop-up, listens to it, and makes and tests the key. The rules are in link-flow.ts.
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ExchangeAccountWire, OauthKind } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { intervals } from '../../api/queries/intervals.ts';
import { recovering } from '../../api/calls/recovering.ts';
import { useSession } from '../../api/session/session-context.tsx';
import { useT } from '../../i18n/i18n-context.tsx';
import { useStorage } from '../../lib/storage/storage-context.ts';
import { useToast } from '../../lib/toasts.ts';
import { useProve } from '../security/proof-context.tsx';
import { retryStepOf, stepLink, type LinkEvent, type LinkState } from './link-flow.ts';
import { readLinkMessage, type HeardMessage } from './pop-up/link-message.ts';
import type { LeftAction } from './pop-up/pop-up-visit.ts';
import { postActionKey, takePostAction } from './pop-up/post-action.ts';

/** Screens 3.15: the pop-up is 480 x 640. */
const popUpFeatures = 'popup,width=480,height=640';
/** With the attempt behind it: a window left open by an earlier one is never taken for this one's. */
const popUpName = 'rondo-okx';
/** What the key is called at the exchange. */
const keyLabel = 'Rondo';

/** The consent a person asks the exchange for: to log in, or a trading key too; for a new account or a known one. */
export type ConsentRequest = { readonly type: OauthKind; readonly accountId?: string };

/** The state of the dialog, and what it asks for: kept so that a failed attempt can be repeated. */
type LinkProgress = { readonly state: LinkState; readonly request: ConsentRequest };
type LinkProgressEvent = LinkEvent | { readonly kind: 'requested'; readonly request: ConsentRequest };

const stepProgress = ({ state, request }: LinkProgress, event: LinkProgressEvent): LinkProgress => {
  if (event.kind === 'requested') return { state: stepLink(state, { kind: 'asked' }), request: event.request };
  const next = stepLink(state, event);
  // A trading key that cannot be made with this consent is asked for again, for this account.
  if (event.kind === 'permitted' && event.type === 'fast_api' && event.accountId !== null)
    return { state: next, request: { type: event.type, accountId: event.accountId } };
  return { state: next, request };
};

type Attempt = { readonly nonce: string; readonly popUp: Window | null };

/** The server's address for the pop-up; anything but a web page is refused. */
const checkedAddress = (text: string): string => {
  const address = new URL(text);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') throw new Error('the consent page is no web page');
  return address.href;
};

const isListening = (state: LinkState): boolean => state.kind === 'waiting' || state.kind === 'blocked';

/** Reads profile and lists again; a profile that cannot be had only stays old. */
const useRefreshAll = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  const { refreshProfile } = useSession();
  return useCallback(async () => {
    await refreshProfile().catch(() => undefined);
    await queries.invalidateQueries();
  }, [queries, refreshProfile]);
};

/** Makes and tests the key of a permitted account, from whichever of the two steps is due. */
const useKeySteps = (dispatch: (event: LinkEvent) => void, refreshAll: () => Promise<void>) => {
  const api = useApi();
  const storage = useStorage();
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
        // Whatever happened, the lists and the profile show it.
        await refreshAll();
      }
    },
    [api, dispatch, refreshAll, storage],
  );
};

/** Hears the pop-up while it is awaited: its message, its flags when it lost its opener, its end, and the time limit. */
const useListener = (options: {
  readonly state: LinkState;
  readonly attemptRef: { readonly current: Attempt | null };
  readonly dispatch: (event: LinkEvent) => void;
  readonly onPermitted: (done: LeftAction) => void;
  readonly onClosed: () => void;
}): void => {
  const storage = useStorage();
  const { state, attemptRef, dispatch, onPermitted, onClosed } = options;
  const listens = isListening(state);
  useEffect(() => {
    if (!listens) return undefined;
    const hear = (event: MessageEvent<unknown>): void => {
      const { nonce, popUp } = attemptRef.current ?? { nonce: '', popUp: null };
      const message = readLinkMessage(event, { origin: location.origin, source: popUp, nonce });
      if (message === null) return;
      if (message.type === 'okx-oauth-error') {
        const heard: HeardMessage = { type: 'okx-oauth-heard', nonce };
        popUp?.postMessage(heard, location.origin);
        dispatch({ kind: 'reported', reason: message.error });
        return;
      }
      takePostAction(storage, nonce);
      onPermitted({ type: message.oauth_type, accountId: message.account_id });
    };
    const look = (): void => {
      if (attemptRef.current?.popUp?.closed !== true) return;
      dispatch({ kind: 'windowClosed' });
      onClosed();
    };
    addEventListener('message', hear);
    const looking = setInterval(look, intervals.popUpCheckMs);
    const limit = setTimeout(() => dispatch({ kind: 'listenerEnded' }), intervals.linkListenerMs);
    return () => {
      removeEventListener('message', hear);
      clearInterval(looking);
      clearTimeout(limit);
    };
  }, [listens, attemptRef, dispatch, onPermitted, onClosed, storage]);
  useEffect(() => {
    const find = (event: StorageEvent): void => {
      if (event.key !== postActionKey || event.newValue === null) return;
      // A window that is still ours will tell by itself, and more; one that lost us looks closed from here.
      if (attemptRef.current?.popUp?.closed === false) return;
      // A page that was loaded again while its window was open has forgotten the attempt, not its proof.
      const nonce = attemptRef.current?.nonce ?? storage.readWindowNonce();
      const left = nonce === null ? null : takePostAction(storage, nonce);
      if (left !== null) onPermitted(left);
    };
    addEventListener('storage', find);
    return () => removeEventListener('storage', find);
  }, [attemptRef, onPermitted, storage]);
};

/** Opens the pop-up, gets a consent's address and sends the pop-up there. */
const useStart = (options: {
  readonly environment: ExchangeAccountWire['environment'];
  readonly request: ConsentRequest;
  readonly attemptRef: { current: Attempt | null };
  readonly dispatch: (event: LinkEvent) => void;
}): (() => Promise<void>) => {
  const api = useApi();
  const storage = useStorage();
  const { environment, request, attemptRef, dispatch } = options;
  const prove = useProve();
  return async () => {
    attemptRef.current?.popUp?.close();
    const nonce = crypto.randomUUID();
    // Written first: the window that is opened gets a copy.
    storage.write('okxLinkNonce', nonce);
    // Opened within the click, or the browser would block it; it gets its address when the server has answered.
    const open = (): Window | null => window.open('', `${popUpName}-${nonce}`, popUpFeatures);
    let popUp = open();
    storage.write('okxEnv', environment);
    dispatch({ kind: 'started' });
    try {
      const query = request.accountId === undefined ? {} : { account_id: request.accountId };
      const route = request.type === 'fast_api' ? 'fastApiAuth' : 'oauthAuth';
      let isAsked = false;
      const consent = await prove(async () => {
        try {
          return await recovering(() => api.call(route, { query }));
        } catch (error) {
          // The password may be asked for now, and an empty window would lie over the question.
          popUp?.close();
          isAsked = true;
          throw error;
        }
      });
      if (isAsked) popUp = open();
      attemptRef.current = { nonce, popUp };
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
export const useLink = (environment: ExchangeAccountWire['environment']) => {
  const storage = useStorage();
  const [{ state, request }, dispatch] = useReducer(stepProgress, {
    state: { kind: 'idle' },
    request: { type: 'oauth' },
  });
  const attemptRef = useRef<Attempt | null>(null);
  const refreshAll = useRefreshAll();
  const runKeySteps = useKeySteps(dispatch, refreshAll);

  const onPermitted = useCallback(
    ({ type, accountId }: LeftAction) => {
      attemptRef.current = null;
      dispatch({ kind: 'permitted', type, accountId });
      if (type === 'fast_api' && accountId !== null) void runKeySteps('key', accountId);
      else void refreshAll();
    },
    [refreshAll, runKeySteps],
  );
  const toast = useToast();
  const t = useT();
  // The person changed their mind, or the exchange's page cut the window off: either way no error tone.
  const onClosed = useCallback(() => toast({ tone: 'info', message: t('linking.windowClosed') }), [toast, t]);
  useListener({ state, attemptRef, dispatch, onPermitted, onClosed });

  useEffect(() => {
    // A pop-up without an opener went on to this page by itself: its consent is taken up here.
    const left = takePostAction(storage);
    if (left?.type === 'fast_api') onPermitted(left);
  }, [storage, onPermitted]);

  const start = useStart({ environment, request, attemptRef, dispatch });

  return {
    state,
    start: () => void start(),
    request,
    /** Shows the explanation first; with an account the consent is for that one and no other. */
    ask: (next: ConsentRequest) => dispatch({ kind: 'requested', request: next }),
    openBlocked: () => {
      if (state.kind !== 'blocked') return;
      const popUp = window.open(state.address, `${popUpName}-${state.nonce}`, popUpFeatures);
      if (popUp === null) return;
      attemptRef.current = { nonce: state.nonce, popUp };
      dispatch({ kind: 'opened', nonce: state.nonce });
    },
    retry: () => {
      dispatch({ kind: 'retried' });
      const again = retryStepOf(state);
      if (again !== null) void runKeySteps(again.step, again.accountId);
    },
    dismiss: () => {
      attemptRef.current?.popUp?.close();
      attemptRef.current = null;
      dispatch({ kind: 'dismissed' });
    },
  };
};

export type Link = ReturnType<typeof useLink>;
