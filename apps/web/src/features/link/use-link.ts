// Runs a link attempt: opens the pop-up, listens to its messages, and creates and tests the key. The states are defined in link-flow.ts.
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
import { readLinkMessage, type AcknowledgeMessage } from './pop-up/link-message.ts';
import { newNonce } from './pop-up/link-nonce.ts';
import type { StoredAction } from './pop-up/pop-up-visit.ts';
import { postActionKey, takePostAction } from './pop-up/post-action.ts';

/** Screens 3.15: the pop-up is 480 px wide and 640 px high. */
const popUpFeatures = 'popup,width=480,height=640';
/** The beginning of the window name. The nonce is the end of the name, so that each attempt opens its own window. */
const popUpName = 'rondo-okx';
/** The label that the key gets at the exchange. */
const keyLabel = 'Rondo';

/**
 * The requested consent. The type is a plain log-in, or a log-in that also permits a trading key. When the request has an account id, the
 * consent must be for this account.
 */
export type ConsentRequest = { readonly type: OauthKind; readonly accountId?: string };

/** The state of the dialog, and the requested consent. A retry after a failure uses the request again. */
type LinkProgress = { readonly state: LinkState; readonly request: ConsentRequest };
type LinkProgressEvent = LinkEvent | { readonly kind: 'requested'; readonly request: ConsentRequest };

const stepProgress = ({ state, request }: LinkProgress, event: LinkProgressEvent): LinkProgress => {
  if (event.kind === 'requested') return { state: stepLink(state, { kind: 'asked' }), request: event.request };
  const next = stepLink(state, event);
  // The request gets the account id, so that a later retry asks for a consent for this account.
  if (event.kind === 'permitted' && event.type === 'fast_api' && event.accountId !== null)
    return { state: next, request: { type: event.type, accountId: event.accountId } };
  return { state: next, request };
};

type Attempt = { readonly nonce: string; readonly popUp: Window | null };

/** Returns the address of the consent page. Throws when the address does not begin with http or https. */
const checkedAddress = (text: string): string => {
  const address = new URL(text);
  if (address.protocol !== 'https:' && address.protocol !== 'http:')
    throw new Error('the address of the consent page is not http or https');
  return address.href;
};

const isListening = (state: LinkState): boolean => state.kind === 'waiting' || state.kind === 'blocked';

/** Removes the nonce of an attempt that has ended without a consent: then no page shows a text of its address (decision 60). */
const useEndedNonce = (state: LinkState): void => {
  const storage = useStorage();
  const hasRunRef = useRef(false);
  const runs = state.kind === 'starting' || isListening(state);
  useEffect(() => {
    if (hasRunRef.current && !runs) storage.removeWindowNonce();
    hasRunRef.current = runs;
  }, [runs, storage]);
};

/** Returns a function that refreshes the profile and all queries. When the refresh of the profile fails, the old profile is kept. */
const useRefreshAll = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  const { refreshProfile } = useSession();
  return useCallback(async () => {
    await refreshProfile().catch(() => undefined);
    await queries.invalidateQueries();
  }, [queries, refreshProfile]);
};

/** Returns a function that creates and tests the key of an account, starting at the given step. */
const useKeySteps = (dispatch: (event: LinkEvent) => void, refreshAll: () => Promise<void>) => {
  const api = useApi();
  const prove = useProve();
  const storage = useStorage();
  return useCallback(
    async (step: 'key' | 'test', accountId: string) => {
      try {
        if (step === 'key') {
          const body = { account_id: accountId, label: keyLabel, is_demo: storage.read('okxEnv') === 'demo' };
          await prove(() => api.call('fastApiCreateKey', { body }));
          dispatch({ kind: 'keyMade' });
        }
        const { findings } = await recovering(() => api.call('preflight', { query: { account_id: accountId } }));
        dispatch({ kind: 'tested', findings });
      } catch (error) {
        dispatch({ kind: 'refused', error });
      } finally {
        // The lists and the profile are refreshed also after a failure, because the failed step may have changed the account.
        await refreshAll();
      }
    },
    [api, dispatch, prove, refreshAll, storage],
  );
};

/** Listens for the message of the pop-up, for the storage flags of a pop-up that has lost its opener, for the end of the pop-up, and for the time limit. */
const useListener = (options: {
  readonly state: LinkState;
  readonly attemptRef: { readonly current: Attempt | null };
  readonly dispatch: (event: LinkEvent) => void;
  readonly onPermitted: (done: StoredAction) => void;
  readonly onClosed: () => void;
}): void => {
  const storage = useStorage();
  const { state, attemptRef, dispatch, onPermitted, onClosed } = options;
  const listens = isListening(state);
  useEffect(() => {
    if (!listens) return undefined;
    const onMessage = (event: MessageEvent<unknown>): void => {
      const { nonce, popUp } = attemptRef.current ?? { nonce: '', popUp: null };
      const message = readLinkMessage(event, { origin: location.origin, source: popUp, nonce });
      if (message === null) return;
      if (message.type === 'okx-oauth-error') {
        const acknowledgement: AcknowledgeMessage = { type: 'okx-oauth-heard', nonce };
        popUp?.postMessage(acknowledgement, location.origin);
        dispatch({ kind: 'reported', reason: message.error });
        return;
      }
      takePostAction(storage, nonce);
      onPermitted({ type: message.oauth_type, accountId: message.account_id });
    };
    const checkClosed = (): void => {
      if (attemptRef.current?.popUp?.closed !== true) return;
      dispatch({ kind: 'windowClosed' });
      onClosed();
    };
    addEventListener('message', onMessage);
    const checkTimer = setInterval(checkClosed, intervals.popUpCheckMs);
    const limit = setTimeout(() => dispatch({ kind: 'listenerEnded' }), intervals.linkListenerMs);
    return () => {
      removeEventListener('message', onMessage);
      clearInterval(checkTimer);
      clearTimeout(limit);
    };
  }, [listens, attemptRef, dispatch, onPermitted, onClosed, storage]);
  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key !== postActionKey || event.newValue === null) return;
      // While `closed` is false, the pop-up still has its opener and sends the message itself. `closed` is also true when the pop-up has lost its opener.
      if (attemptRef.current?.popUp?.closed === false) return;
      // After a reload of this page the attempt is lost, but its nonce is still in the storage.
      const nonce = attemptRef.current?.nonce ?? storage.readWindowNonce();
      const action = nonce === null ? null : takePostAction(storage, nonce);
      if (action !== null) onPermitted(action);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [attemptRef, onPermitted, storage]);
};

/** Returns a function that opens the pop-up, requests a consent and navigates the pop-up to the consent page. */
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
    const nonce = newNonce(Date.now());
    // The nonce is written before the window opens, because the window gets a copy of the storage.
    storage.write('okxLinkNonce', nonce);
    // The window is opened in the click handler, because the browser would block a later opening. The window gets its address after the response.
    const open = (): Window | null => window.open('', `${popUpName}-${nonce}`, popUpFeatures);
    let popUp = open();
    storage.write('okxEnv', environment);
    dispatch({ kind: 'started' });
    try {
      const query = request.accountId === undefined ? {} : { account_id: request.accountId };
      const route = request.type === 'fast_api' ? 'fastApiAuth' : 'oauthAuth';
      let wasClosed = false;
      const consent = await prove(async () => {
        try {
          return await recovering(() => api.call(route, { query }));
        } catch (error) {
          // The empty window is closed, because it would cover the password dialog, which may open now.
          popUp?.close();
          wasClosed = true;
          throw error;
        }
      });
      if (wasClosed) popUp = open();
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

/** Returns the state and the actions of a link attempt. `environment` is the environment of a new key. */
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
    ({ type, accountId }: StoredAction) => {
      attemptRef.current = null;
      dispatch({ kind: 'permitted', type, accountId });
      if (type === 'fast_api' && accountId !== null) void runKeySteps('key', accountId);
      else void refreshAll();
    },
    [refreshAll, runKeySteps],
  );
  const toast = useToast();
  const t = useT();
  // The user has closed the window, or the page of the exchange has detached the window. Both cases are shown as a message and not as an error.
  const onClosed = useCallback(() => toast({ tone: 'info', message: t('linking.windowClosed') }), [toast, t]);
  useListener({ state, attemptRef, dispatch, onPermitted, onClosed });
  useEndedNonce(state);

  useEffect(() => {
    // A pop-up that has lost its opener opens this page in its own window. There, this effect takes the stored result and, when the consent
    // includes a trading key, creates the key.
    const action = takePostAction(storage);
    if (action?.type === 'fast_api') onPermitted(action);
  }, [storage, onPermitted]);

  const start = useStart({ environment, request, attemptRef, dispatch });

  return {
    state,
    start: () => void start(),
    request,
    /** Opens the dialog with the explanation. When the request has an account id, the consent is for this account only. */
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
      const retryStep = retryStepOf(state);
      if (retryStep !== null) void runKeySteps(retryStep.step, retryStep.accountId);
    },
    dismiss: () => {
      attemptRef.current?.popUp?.close();
      attemptRef.current = null;
      dispatch({ kind: 'dismissed' });
    },
  };
};

export type Link = ReturnType<typeof useLink>;
