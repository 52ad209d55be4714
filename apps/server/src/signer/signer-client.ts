// Sends requests to the signer and matches its replies. Requests of one turn of the event loop share a message. Requests without a reply are sent again after a
// restart of the signer: a signature has no effect, so nothing is sent to an exchange twice.
import type { Clock } from '@rondo/engine/ports';
import { SealsUnavailable } from '@rondo/store/secrets';
import { signerLimits } from './signer-limits.ts';
import type { SignerLine } from './signer-line.ts';
import type {
  HoneyUse,
  OpeningCounts,
  SealedKeyMessage,
  SignatureCounts,
  SignerReply,
  SignerRequest,
  SignItem,
  SignRefusal,
} from './signer-messages.ts';

export type SignResult = { readonly sign: string } | { readonly refusal: SignRefusal | 'silent' };

/** The signer did not reply in time: it is starting again. Nothing was sent to an exchange, so the work may be repeated. */
export class SignerSilent extends SealsUnavailable {}

export interface SignerClient {
  /** Opens a sealed key. Returns its parts that are not secret to the server. Throws when the key cannot be opened, and `SignerSilent` when the signer does not reply in time. */
  open(handle: string, key: SealedKeyMessage): Promise<{ readonly apiKey: string; readonly passphrase: string }>;
  /** Sends a request and returns its reply of this kind. Throws when the signer refuses it, and `SignerSilent` when the signer does not reply in time. */
  request<Kind extends SignerReply['kind']>(
    request: Unnumbered<SignerRequest>,
    kind: Kind,
  ): Promise<Extract<SignerReply, { kind: Kind }>>;
  /** Makes the signer forget one key. The promise never rejects. */
  drop(handle: string): Promise<void>;
  /** Makes the signer forget the keys of an account, except the key of the handle `kept`. The promise never rejects: a signer that does not reply is started again without keys. */
  close(accountId: string, kept: string | null): Promise<void>;
  /** Returns the signature of a text. The refusal `silent` means that the signer did not reply in time. The promise never rejects. */
  sign(item: SignItem): Promise<SignResult>;
  /** Waits until the signer has reported its counts up to now. The promise never rejects. */
  report(): Promise<void>;
  /** Sets the only receiver of the uses of the honey account. */
  listenForHoney(listener: (use: HoneyUse) => void): void;
  /** Sets the only receiver of the counts of the openings. */
  listenForOpenings(listener: (counts: OpeningCounts) => void): void;
  /** Sets the only receiver of the counts of the signatures. */
  listenForSignatures(listener: (counts: SignatureCounts) => void): void;
}

type Unnumbered<Request> = Request extends SignerRequest ? Omit<Request, 'id'> : never;

interface Waiting {
  readonly message: SignerRequest;
  readonly resolve: (reply: SignerReply | null) => void;
}

interface WaitingItem {
  readonly item: SignItem;
  readonly resolve: (result: SignResult) => void;
}

/** Creates the client of a line. */
export function createSignerClient(line: SignerLine, clock: Clock): SignerClient {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let onHoney: (use: HoneyUse) => void = () => undefined;
  let onOpenings: (counts: OpeningCounts) => void = () => undefined;
  let onSignatures: (counts: SignatureCounts) => void = () => undefined;
  line.listen({
    reply(reply) {
      if (reply.kind === 'honey') return onHoney({ accountId: reply.accountId, use: reply.use });
      if (reply.kind === 'openings') return onOpenings(openingCountsOf(reply));
      if (reply.kind === 'signatures') return onSignatures(signatureCountsOf(reply));
      waiting.get(reply.id)?.resolve(reply);
    },
    up() {
      for (const { message } of waiting.values()) line.send(message);
    },
  });

  function ask(request: Unnumbered<SignerRequest>): Promise<SignerReply | null> {
    if (waiting.size >= signerLimits.waiting) return Promise.resolve(null);
    const message: SignerRequest = { ...request, id: nextId };
    nextId += 1;
    return new Promise((resolve) => {
      const finish = (reply: SignerReply | null): void => {
        timer.cancel();
        waiting.delete(message.id);
        resolve(reply);
      };
      const timer = clock.after(signerLimits.replyMs, () => finish(null));
      waiting.set(message.id, { message, resolve: finish });
      line.send(message);
    });
  }

  const request: SignerClient['request'] = async (message, kind) => {
    const reply = await ask(message);
    if (isOfKind(reply, kind)) return reply;
    throw reply?.kind === 'failed' ? new Error(reply.cause) : new SignerSilent('the signer did not reply');
  };

  return {
    open: (handle, key) => request({ kind: 'open', handle, key }, 'opened'),
    request,
    async drop(handle) {
      await ask({ kind: 'drop', handle });
    },
    async close(accountId, kept) {
      await ask({ kind: 'close', accountId, kept });
    },
    async report() {
      await ask({ kind: 'report' });
    },
    sign: createBatches((items) => ask({ kind: 'sign', items })),
    listenForHoney: (listener) => (onHoney = listener),
    listenForOpenings: (listener) => (onOpenings = listener),
    listenForSignatures: (listener) => (onSignatures = listener),
  };
}

function openingCountsOf({ openings, accounts, refused }: OpeningCounts): OpeningCounts {
  return { openings, accounts, refused };
}

function signatureCountsOf({ command, reading, login, check, accounts }: SignatureCounts): SignatureCounts {
  return { command, reading, login, check, accounts };
}

function isOfKind<Kind extends SignerReply['kind']>(
  reply: SignerReply | null,
  kind: Kind,
): reply is Extract<SignerReply, { kind: Kind }> {
  return reply?.kind === kind;
}

/** Returns the function that signs one item. The items of one turn of the event loop share messages. */
function createBatches(ask: (items: readonly SignItem[]) => Promise<SignerReply | null>): SignerClient['sign'] {
  let batch: WaitingItem[] = [];
  async function signBatch(items: readonly WaitingItem[]): Promise<void> {
    const reply = await ask(items.map(({ item }) => item));
    const results = reply?.kind === 'signed' ? reply.results : [];
    for (const [index, { resolve }] of items.entries()) resolve(results[index] ?? { refusal: 'silent' });
  }

  function flush(): void {
    const items = batch;
    batch = [];
    for (let from = 0; from < items.length; from += signerLimits.batch)
      void signBatch(items.slice(from, from + signerLimits.batch));
  }

  return (item) =>
    new Promise((resolve) => {
      if (batch.length === 0) queueMicrotask(flush);
      batch.push({ item, resolve });
    });
}
