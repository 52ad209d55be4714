// The LBank spot calls that verify an API key. They serve the accounts of the sandbox with the paths, signature, codes and permissions of LBank.
import { signLbank } from '@rondo/protocol';
import type { ApiKey } from '../state/records.ts';
import type { CoreRequest } from '../wire/request.ts';
import type { WebResponse } from '../oauth/web-pages.ts';
import { sandboxLimits } from '../limits.ts';
import { ledgerOf, type World } from '../state/world.ts';

/** Returns the response to a call under /v2. Returns undefined for any other path. Source: LBank v2 documentation. */
export function lbankResponse(world: World, request: CoreRequest): WebResponse | undefined {
  if (!request.path.startsWith('/v2/')) return undefined;
  if (request.path === '/v2/timestamp.do') return respond(0, world.clock.now());
  const known = signer(world, request);
  if (typeof known === 'number') return respond(known, null);
  const { key, accountId } = known;
  const may = (word: string): boolean => key.perm.split(',').includes(word);
  switch (request.path) {
    case '/v2/supplement/api_Restrictions.do':
      return respond(0, {
        enableReading: may('read_only'),
        enableSpotTrading: may('trade'),
        enableWithdrawals: may('withdraw'),
        enableFuturesTrading: false,
        ipRestrict: key.ip !== '',
        createTime: ledgerOf(world, accountId).account.createdAt,
      });
    case '/v2/supplement/user_info_account.do':
      return may('read_only')
        ? respond(0, {
            uid: accountId,
            canTrade: may('trade'),
            canWithdraw: may('withdraw'),
            canDeposit: true,
            balances: [],
          })
        : respond(10067, null);
    default:
      return respond(10601, null);
  }
}

/** Returns the key that signed the call and its account, or the code with which LBank refuses the call. */
function signer(world: World, request: CoreRequest): { readonly key: ApiKey; readonly accountId: string } | number {
  const { sign = '', ...form } = Object.fromEntries(new URLSearchParams(request.body ?? ''));
  const headers = request.headers ?? {};
  const timestamp = headers['timestamp'] ?? '';
  const echostr = headers['echostr'] ?? '';
  if (!/^[A-Za-z0-9]{30,40}$/.test(echostr)) return 10031;
  const lateMs = world.clock.now() - Number(timestamp);
  if (!/^\d{13}$/.test(timestamp) || lateMs > sandboxLimits.lbankWindowMs || lateMs < -sandboxLimits.lbankAheadMs)
    return 10600;
  const known = world.keys.get(form['api_key'] ?? '');
  if (known === undefined) return 10005;
  const expected = signLbank(known.key.secretKey, form, { timestamp, signature_method: 'HmacSHA256', echostr });
  return expected === sign ? known : 10007;
}

function respond(code: number, data: unknown): WebResponse {
  const json = {
    result: code === 0 ? 'true' : 'false',
    msg: code === 0 ? 'Success' : 'refused',
    error_code: code,
    data,
  };
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, text: JSON.stringify(json) };
}
