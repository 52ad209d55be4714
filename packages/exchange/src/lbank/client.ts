// Checks an LBank key: reads its owner and its permissions. This client cannot trade.
import type { Chance, Clock } from '@rondo/engine/ports';
import {
  isLbankApiKey,
  lbankAccountSchema,
  lbankRefusal,
  lbankRestrictionsSchema,
  lbankTimeSchema,
  parseLbankEnvelope,
  type LbankForm,
  type LbankRefusal,
} from '@rondo/protocol';
import { lbankEchoLength, requestTimeoutMs } from '../limits.ts';
import type { HttpResponse, Transport } from '../transport/transport.ts';

/** A key to check. Its secret may be in another process. */
export interface LbankSigningKey {
  readonly apiKey: string;
  /** Returns the value of `sign`. Returns null when there is no signature, and the request is then not sent. The promise never rejects. */
  signForm(form: LbankForm): Promise<string | null>;
}

/** The owner and the permissions of a key, as LBank reports them. `createdAt` is in epoch ms, or null when LBank does not report it. */
export interface LbankKey {
  readonly uid: string;
  readonly mayRead: boolean;
  readonly mayTradeSpot: boolean;
  readonly mayTradeFutures: boolean;
  readonly mayWithdraw: boolean;
  readonly isIpBound: boolean;
  readonly createdAt: number | null;
}

/**
 * The result of a key check. `unavailable`: the key could not be checked, and the caller may try again. Any other `why`
 * is the refusal of LBank.
 */
type LbankCheck =
  | { readonly ok: true; readonly key: LbankKey }
  | { readonly ok: false; readonly why: LbankRefusal | 'unavailable'; readonly cause: string };

/** The LBank client of one origin. It can check a key and cannot trade. */
export interface LbankClient {
  /** Reads the permissions and the owner of the key. The promise never rejects because of the network. */
  checkKey(key: LbankSigningKey): Promise<LbankCheck>;
}

/**
 * The dependencies of the LBank client. `origin` has no slash at its end. The offset of the clock is measured before
 * each check, because LBank refuses requests whose time differs by more than 5 s.
 */
export interface LbankDeps {
  readonly origin: string;
  readonly transport: Transport;
  readonly clock: Pick<Clock, 'now'>;
  readonly chance: Chance;
}

/** Returns the client of one origin. */
export function createLbankClient(deps: LbankDeps): LbankClient {
  return {
    async checkKey(key) {
      if (!isLbankApiKey(key.apiKey)) return { ok: false, why: 'key', cause: 'the key has another form' };
      const offset = await measureOffset(deps);
      if (!offset.ok) return offset;
      const ask = (path: string): Promise<Read> => askSigned(deps, { path, key, offsetMs: offset.value });
      const restrictions = await ask('/v2/supplement/api_Restrictions.do');
      if (!restrictions.ok) return restrictions;
      const account = await ask('/v2/supplement/user_info_account.do');
      if (!account.ok) return account;
      const may = lbankRestrictionsSchema.safeParse(restrictions.value);
      const owner = lbankAccountSchema.safeParse(account.value);
      if (!may.success || !owner.success) return unavailable('unreadable response');
      return {
        ok: true,
        key: {
          uid: owner.data.uid,
          mayRead: may.data.enableReading,
          mayTradeSpot: may.data.enableSpotTrading,
          mayTradeFutures: may.data.enableFuturesTrading ?? false,
          mayWithdraw: may.data.enableWithdrawals,
          isIpBound: may.data.ipRestrict,
          createdAt: may.data.createTime ?? null,
        },
      };
    },
  };
}

type Refused = Extract<LbankCheck, { readonly ok: false }>;
type Read<Value = unknown> = { readonly ok: true; readonly value: Value } | Refused;

function unavailable(cause: string): Refused {
  return { ok: false, why: 'unavailable', cause };
}

async function measureOffset(deps: LbankDeps): Promise<Read<number>> {
  const response = await send(deps, { method: 'GET', path: '/v2/timestamp.do', headers: {}, body: null });
  if (!response.ok) return response;
  const time = lbankTimeSchema.safeParse(response.value);
  return time.success ? { ok: true, value: time.data - deps.clock.now() } : unavailable('unreadable time');
}

interface SignedCall {
  readonly path: string;
  readonly key: LbankSigningKey;
  readonly offsetMs: number;
}

async function askSigned(deps: LbankDeps, { path, key, offsetMs }: SignedCall): Promise<Read> {
  const timestamp = String(Math.floor(deps.clock.now() + offsetMs));
  const echostr = echoOf(deps.chance);
  const method = 'POST';
  const sign = await key.signForm({ method, path, timestamp, echostr });
  if (sign === null) return unavailable('the request was not signed');
  return send(deps, {
    method,
    path,
    headers: {
      timestamp,
      signature_method: 'HmacSHA256',
      echostr,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ api_key: key.apiKey, sign }).toString(),
  });
}

interface Sending {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

async function send(deps: LbankDeps, { method, path, headers, body }: Sending): Promise<Read> {
  let response: HttpResponse;
  try {
    const url = deps.origin + path;
    response = await deps.transport.request({ method, url, headers, body, timeoutMs: requestTimeoutMs });
  } catch (error) {
    return unavailable(error instanceof Error ? error.message : 'network failure');
  }
  const envelope = parseLbankEnvelope(response.text);
  if (envelope === undefined) return unavailable(`unreadable response, HTTP ${response.status}`);
  if (envelope.code !== 0)
    return { ok: false, why: lbankRefusal(envelope.code), cause: `${envelope.code} ${envelope.message}`.trim() };
  return { ok: true, value: envelope.data };
}

/** Returns a random text that makes two requests of one millisecond differ. The text is not secret. */
function echoOf(chance: Chance): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length: lbankEchoLength }, () =>
    alphabet.charAt(Math.floor(chance.next() * alphabet.length)),
  ).join('');
}
