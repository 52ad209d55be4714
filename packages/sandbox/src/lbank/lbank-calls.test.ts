// Tests of the LBank calls that verify an API key: signature, permissions, and the codes of refusals.
import { signLbank } from '@rondo/protocol';
import { expect, test } from 'vitest';
import { openHarness, type Harness } from '../../tests/_harness.ts';

const account = '/v2/supplement/user_info_account.do';
const restrictions = '/v2/supplement/api_Restrictions.do';

interface Call {
  readonly path: string;
  readonly lateMs?: number;
  readonly echostr?: string;
  readonly secretKey?: string;
  readonly apiKey?: string;
}

/** Returns the JSON response to a signed call of the first account. */
function call({ core, clock }: Harness, of: Call): unknown {
  const [keys] = core.accounts;
  if (keys === undefined) throw new Error('the harness has no account');
  const headers = { timestamp: String(clock.now() - (of.lateMs ?? 0)), echostr: of.echostr ?? 'a'.repeat(32) };
  const form = { api_key: of.apiKey ?? keys.apiKey };
  const signed = { ...headers, signature_method: 'HmacSHA256' } as const;
  const sign = signLbank(of.secretKey ?? keys.secretKey, form, signed);
  const body = new URLSearchParams({ ...form, sign }).toString();
  return JSON.parse(core.browse({ method: 'POST', path: of.path, body, headers })?.text ?? '{}');
}

test('a signed call returns the account and the permissions of its key', () => {
  const harness = openHarness();
  expect(call(harness, { path: account })).toMatchObject({ error_code: 0, data: { canTrade: true } });
  expect(call(harness, { path: restrictions })).toMatchObject({ data: { enableReading: true, ipRestrict: false } });
});

test('a key without permission to read can read its restrictions and cannot read its account', () => {
  const harness = openHarness({ accounts: [{ label: 'trader', perm: 'trade' }] });
  expect(call(harness, { path: restrictions })).toMatchObject({ data: { enableReading: false } });
  expect(call(harness, { path: account })).toMatchObject({ error_code: 10_067 });
});

test.each([
  ['a request with a wrong signature', { secretKey: 'wrong' }, 10_007],
  ['a request with an unknown key', { apiKey: 'unknown' }, 10_005],
  ['a request older than 5 s', { lateMs: 5_001 }, 10_600],
  ['a request with a timestamp more than 1 s in the future', { lateMs: -1_001 }, 10_600],
  ['a request with a short echostr', { echostr: 'short' }, 10_031],
  ['a path that the sandbox does not have', { path: '/v2/supplement/withdraw.do' }, 10_601],
])('%s is refused with the code that LBank documents', (_name, change, code) => {
  expect(call(openHarness(), { path: account, ...change })).toMatchObject({ error_code: code, result: 'false' });
});

test('the server time is returned without a signature', () => {
  const { core, clock } = openHarness();
  const response = core.browse({ method: 'GET', path: '/v2/timestamp.do' });
  expect(JSON.parse(response?.text ?? '')).toMatchObject({ error_code: 0, data: clock.now() });
});
