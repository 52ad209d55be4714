// Hands the calls that need the master key to a node that trades (ADR 8). The input of each call is sealed for the signers.
import type { Clock } from '@rondo/engine/ports';
import { typedKeyPurpose, type Store } from '@rondo/store';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod';
import { ApiError, type ApiErrorDetails } from '../api/api-error.ts';
import { serverLimits } from '../limits.ts';
import { noViewer } from '../link-health/viewers.ts';
import {
  keyCallResult,
  keyCallTable,
  type KeyCallInput,
  type KeyCallName,
  type KeyCallOutput,
  type KeyCalls,
} from './key-call-table.ts';

export interface RemoteKeyCallsDeps {
  readonly clock: Clock;
  readonly store: Pick<Store, 'keyCalls' | 'callers'>;
  /** Tells the nodes that trade that a call waits. Without this hint they see it within a second. */
  readonly announce: () => void;
}

/** Returns the calls. A call that no node takes, and one whose node does not respond, throws EXCHANGE_UNAVAILABLE. */
export function createRemoteKeyCalls(deps: RemoteKeyCallsDeps): KeyCalls {
  const { keyCalls } = deps.store;
  // The live connection of a viewer is in the memory of the node that has opened it.
  const viewerNodes = new LRUCache<string, string>({ max: serverLimits.viewers });
  const send = async <Name extends KeyCallName>(name: Name, input: KeyCallInput<Name>): Promise<KeyCallOutput<Name>> =>
    (await carryElsewhere(deps, { name, input, wantedNode: null })).output;
  // Another node changes the linked accounts of the person, and this node has them in its cache of callers.
  const sendChange: typeof send = (name, input) => send(name, input).finally(() => deps.store.callers.forget());
  const sendToNode = async <Name extends KeyCallName>(
    name: Name,
    input: KeyCallInput<Name> & { userId: string },
    wantedNode: string | null,
  ) => {
    try {
      return await carryElsewhere(deps, { name, input, wantedNode });
    } catch (error) {
      // The node has ended, and the live connection with it.
      if (error instanceof ApiError && error.code === 'EXCHANGE_UNAVAILABLE') viewerNodes.delete(input.userId);
      throw error;
    }
  };
  const sendToViewer = async <Name extends KeyCallName>(name: Name, input: KeyCallInput<Name> & { userId: string }) => {
    const wantedNode = viewerNodes.get(input.userId);
    if (wantedNode === undefined) throw new ApiError('WS_NOT_CONNECTED');
    return (await sendToNode(name, input, wantedNode)).output;
  };
  return {
    checkAccount: (input) => send('checkAccount', input),
    completeConsent: (input) => sendChange('completeConsent', input),
    renewTokens: (input) => send('renewTokens', input),
    createKey: (input) => sendChange('createKey', input),
    deleteKey: (input) => sendChange('deleteKey', input),
    disconnect: (input) => sendChange('disconnect', input),
    async checkTypedKey(input) {
      if ('envelope' in input.typed) return send('checkTypedKey', input);
      const texts = JSON.stringify({ ...input.typed, passphrase: '' });
      const sealed = await keyCalls.sealForSigners(typedKeyPurpose(input.accountId), texts);
      return send('checkTypedKey', { ...input, typed: { envelope: Buffer.from(sealed).toString('base64') } });
    },
    testTypedKey: (input) => send('testTypedKey', input),
    async connectViewer(input) {
      const wantedNode = viewerNodes.get(input.userId) ?? null;
      const { node } = await sendToNode('connectViewer', input, wantedNode);
      viewerNodes.set(input.userId, node);
      return null;
    },
    async viewerStatus(input) {
      if (viewerNodes.has(input.userId)) return sendToViewer('viewerStatus', input);
      return noViewer;
    },
    subscribeViewer: (input) => sendToViewer('subscribeViewer', input),
    unsubscribeViewer: (input) => sendToViewer('unsubscribeViewer', input),
    async disconnectViewer(input) {
      if (viewerNodes.has(input.userId)) await sendToViewer('disconnectViewer', input);
      viewerNodes.delete(input.userId);
      return null;
    },
  };
}

interface SentCall<Name extends KeyCallName> {
  readonly name: Name;
  readonly input: KeyCallInput<Name>;
  readonly wantedNode: string | null;
}

/** Records a call and waits for its result. Returns its output and the node that has carried it out. */
async function carryElsewhere<Name extends KeyCallName>(
  { clock, store, announce }: RemoteKeyCallsDeps,
  { name, input, wantedNode }: SentCall<Name>,
): Promise<{ readonly output: KeyCallOutput<Name>; readonly node: string }> {
  const { keyCalls } = store;
  const id = await keyCalls.record({ name, input: JSON.stringify(input), wantedNode });
  if (id === null) throw new ApiError('EXCHANGE_UNAVAILABLE');
  announce();
  const startedAt = clock.now();
  for (;;) {
    await new Promise<void>((resolve) => void clock.after(serverLimits.keyCallPollMs, resolve));
    const state = await keyCalls.state(id);
    const waitedMs = clock.now() - startedAt;
    if (state === null) throw new ApiError('EXCHANGE_UNAVAILABLE');
    const { takenBy, result } = state;
    if (result !== null && takenBy !== null) {
      await keyCalls.remove(id, false);
      return { output: outputOf(name, result), node: takenBy };
    }
    const isLate = waitedMs > (takenBy === null ? serverLimits.keyCallTakeMs : serverLimits.keyCallWaitMs);
    // A call that a node takes at this moment is waited for.
    if (isLate && (takenBy !== null || (await keyCalls.remove(id, true)))) throw new ApiError('EXCHANGE_UNAVAILABLE');
  }
}

type StoredDetails = Extract<z.output<typeof keyCallResult>, { isDone: false }>['details'];

/** Returns the output of a stored result. Throws its error. */
function outputOf<Name extends KeyCallName>(name: Name, text: string): KeyCallOutput<Name> {
  const result = keyCallResult.parse(JSON.parse(text));
  if (!result.isDone) throw new ApiError(result.code, detailsOf(result.details));
  return keyCallTable[name].output.parse(result.value) as KeyCallOutput<Name>; // The schema is the one of this name.
}

/** Returns the details without absent ones. */
function detailsOf({ parameters, field, findings, retryAfterSeconds }: StoredDetails): ApiErrorDetails {
  return {
    ...(parameters === undefined ? {} : { parameters }),
    ...(field === undefined ? {} : { field }),
    ...(findings === undefined ? {} : { findings }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
