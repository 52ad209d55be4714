// Carries out the calls that need the master key on a node that has it.
import { secretOf, type SealedKey, type UserRecord } from '@rondo/store';
import type { ViewerChannel } from '@rondo/contract';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import { testKey } from '../keys/key-test.ts';
import { withKey } from '../keys/with-key.ts';
import { disconnect } from '../link/disconnect.ts';
import { checkAccount } from '../link/preflight.ts';
import type { NewKey } from '../signer/account-keys.ts';
import { venueLink } from '../venues/venue-link.ts';
import type { KeyCallInput, KeyCalls } from './key-call-table.ts';

/** Returns the calls. The context is read at each call, because it contains these calls. */
export function createLocalKeyCalls(contextOf: () => AppContext): KeyCalls {
  return {
    ...createLinkCalls(contextOf),
    ...createViewerCalls(contextOf),
    async checkAccount({ accountId, instrumentId }) {
      const account = await contextOf().store.accounts.find(accountId);
      if (account === null) throw new ApiError('NOT_FOUND');
      return [...(await checkAccount(contextOf(), account, instrumentId))];
    },
    checkTypedKey: (input) => checkTypedKey(contextOf(), input),
    testTypedKey: ({ accountId, mayTrade }) =>
      withKey(contextOf(), contextOf().keys.open(accountId), (key) => testKey(contextOf(), { key, mayTrade })),
  };
}

type LinkCalls = 'completeConsent' | 'renewTokens' | 'createKey' | 'deleteKey' | 'disconnect';

function createLinkCalls(contextOf: () => AppContext): Pick<KeyCalls, LinkCalls> {
  return {
    async completeConsent({ userId, sessionId, kind, query }) {
      const user = await requireUser(contextOf(), userId);
      return venueLink.completeConsent(contextOf(), { user, sessionId, kind, query });
    },
    async renewTokens({ accountId }) {
      const { store, link } = contextOf();
      const consent = await store.consents.find(accountId, 'oauth');
      if (consent === null) throw new ApiError('NOT_FOUND');
      return link.tokens.renew(consent);
    },
    async createKey({ userId, request }) {
      return venueLink.createKey(contextOf(), await requireUser(contextOf(), userId), request);
    },
    async deleteKey({ userId, accountId, isDemo }) {
      return venueLink.deleteKey(contextOf(), await requireUser(contextOf(), userId), { accountId, isDemo });
    },
    async disconnect({ userId, accountId }) {
      return disconnect(contextOf(), await requireUser(contextOf(), userId), accountId);
    },
  };
}

type ViewerCalls = 'connectViewer' | 'viewerStatus' | 'subscribeViewer' | 'unsubscribeViewer' | 'disconnectViewer';

function createViewerCalls(contextOf: () => AppContext): Pick<KeyCalls, ViewerCalls> {
  // The schema of the route has validated the channel.
  const subscriptionOf = ({ channel, instType }: KeyCallInput<'subscribeViewer'>) => ({
    channel: channel as ViewerChannel,
    instType: instType ?? undefined,
  });
  return {
    async connectViewer({ userId, accountId, domain, termId }) {
      const { viewers, exchanges } = contextOf().link;
      const exchange = (await exchanges.prepare(accountId)) ? exchanges.find(accountId) : null;
      if (exchange === null) throw new ApiError('EXCHANGE_NOT_LINKED');
      if (exchange.isGated) throw new ApiError('KEY_CHANGE_RUNNING');
      await viewers.connect(userId, { accountId, domain, termId, open: (hear) => exchange.current.view(hear) });
      return null;
    },
    viewerStatus: async ({ userId }) => contextOf().link.viewers.status(userId),
    subscribeViewer: async (input) => contextOf().link.viewers.subscribe(input.userId, subscriptionOf(input)),
    async unsubscribeViewer(input) {
      contextOf().link.viewers.unsubscribe(input.userId, subscriptionOf(input));
      return null;
    },
    async disconnectViewer({ userId }) {
      contextOf().link.viewers.disconnect(userId);
      return null;
    },
  };
}

async function requireUser({ store }: AppContext, userId: string): Promise<UserRecord> {
  const user = await store.users.findById(userId);
  if (user === null) throw new ApiError('NOT_FOUND');
  return user;
}

/** Seals and checks a typed key. The secret of an envelope is seen by the signer only. */
async function checkTypedKey(
  context: AppContext,
  { accountId, typed, isChange, mayTrade }: KeyCallInput<'checkTypedKey'>,
): Promise<{ uid: string; key: ReturnType<typeof textsOf> }> {
  const seal = (): Promise<NewKey> => {
    if ('envelope' in typed) return context.keys.sealEnvelope(accountId, typed.envelope, isChange);
    const { apiKey, secretKey } = typed;
    // A typed key has no passphrase.
    const texts = { apiKey: secretOf(apiKey), secretKey: secretOf(secretKey), passphrase: secretOf('') };
    return isChange ? context.keys.change(accountId, texts) : context.keys.seal(accountId, texts);
  };
  return withKey(context, seal(), async (key) => {
    const { uid } = await context.keyedVenue.checkKey({ key, mayTrade });
    return { uid, key: textsOf(key.sealed) };
  });
}

function textsOf({ maskedKey, wrappedKey, apiKey, secretKey, passphrase }: SealedKey) {
  const of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return {
    maskedKey,
    wrappedKey: of(wrappedKey),
    apiKey: of(apiKey),
    secretKey: of(secretKey),
    passphrase: of(passphrase),
  };
}
