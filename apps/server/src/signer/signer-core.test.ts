// Tests what the signer opens, signs and refuses.
import { randomBytes } from 'node:crypto';
import { signLbank, signOkxLogin, signOkxRequest } from '@rondo/protocol';
import { createKeyRing, openCredentials } from '@rondo/store/secrets';
import { expect, test } from 'vitest';
import {
  begin,
  bytesOf,
  check,
  masterKey,
  openCore,
  order,
  request,
  sealedKey,
  timestamp,
} from '../../tests/_signer-core.ts';
import { createKeyOpenings } from './key-openings.ts';
import { createSignerCore } from './signer-core.ts';
import { signerLimits } from './signer-limits.ts';
import type { SealedKeyMessage } from './signer-messages.ts';

test('an opened key signs requests and logins as the exchange wants it, and its secret is in no reply', async () => {
  const { opened, sign } = await openCore();
  expect(opened).toEqual({ kind: 'opened', id: 1, apiKey: 'the-key', passphrase: 'the-phrase' });
  const login = { kind: 'login', handle: 'ada:1', timestamp: '1764000000' } as const;
  expect(await sign(request(), login)).toEqual([
    { sign: signOkxRequest('the-secret', order) },
    { sign: signOkxLogin('the-secret', '1764000000') },
  ]);
});

test('a withdrawal, a transfer and a text with another form are not signed, and each is reported', async () => {
  const { sign, reported } = await openCore();
  const results = await sign(
    request({ path: '/api/v5/asset/withdrawal' }),
    request({ path: '/api/v5/asset/transfer' }),
    request({ timestamp: `${timestamp}POST/api/v5/asset/withdrawal{}` }),
    { kind: 'login', handle: 'ada:1', timestamp: `${timestamp}POST/api/v5/asset/withdrawal` },
  );
  expect(results).toEqual(Array.from({ length: 4 }, () => ({ refusal: 'forbidden' })));
  expect(reported[0]).toBe('ada forbidden POST /api/v5/asset/withdrawal');
  expect(reported).toHaveLength(4);
});

test('a signer for readings signs no order, no log-in and no check of a new key, and reports each', async () => {
  const { sign, reported } = await openCore('the-secret', 'readings');
  const reading = request({ method: 'GET', path: '/api/v5/account/positions', body: '' });
  const login = { kind: 'login', handle: 'ada:1', timestamp: '1764000000' } as const;
  const refused = { refusal: 'forbidden' };
  expect(await sign(reading, request(), login, check)).toEqual([
    { sign: expect.any(String) },
    refused,
    refused,
    refused,
  ]);
  expect(reported).toHaveLength(3);
});

test('the readings that check an LBank key are signed with the key of the signer, and nothing else is', async () => {
  const { sign, reported } = await openCore();
  const { timestamp: checkedAt, echostr } = check;
  const headers = { timestamp: checkedAt, signature_method: 'HmacSHA256', echostr } as const;
  const signed = { sign: signLbank('the-secret', { api_key: 'the-key' }, headers) };
  expect(await sign(check, { ...check, path: '/v2/supplement/user_info_account.do' })).toEqual([signed, signed]);
  const results = await sign(
    { ...check, path: '/v2/supplement/create_order.do' },
    { ...check, method: 'GET' },
    { ...check, timestamp: '1764000000000&amount=1' },
    { ...check, echostr: `${'a'.repeat(32)}&amount=1` },
  );
  expect(results).toEqual(Array.from({ length: 4 }, () => ({ refusal: 'forbidden' })));
  expect(reported[0]).toBe('ada forbidden POST /v2/supplement/create_order?do');
});

test('a request, a login and a check for a time more than two minutes ahead are not signed, and each is reported', async () => {
  const { stage, sign, reported } = await openCore();
  const at = Date.parse(timestamp);
  const items = [
    request(),
    { kind: 'login', handle: 'ada:1', timestamp: String(Math.ceil(at / 1_000)) },
    { ...check, timestamp: String(at) },
  ] as const;
  stage.wallNow = at - signerLimits.aheadMs;
  const seconds = Math.floor(at / 1_000);
  const signed = { sign: expect.any(String) };
  expect(await sign(request(), { ...items[1], timestamp: String(seconds) }, items[2])).toEqual([
    signed,
    signed,
    signed,
  ]);
  stage.wallNow -= 1;
  const refused = { refusal: 'time' };
  expect(await sign(...items)).toEqual([refused, refused, refused]);
  expect(reported).toEqual([
    'ada time POST /api/v5/trade/order',
    'ada time login',
    'ada time POST /v2/supplement/api_Restrictions?do',
  ]);
  expect(await sign(request({ timestamp: '2026-99-99T09:08:57.715Z' }))).toEqual([refused]);
  // A clock of the machine that is ahead ends no signature, because the exchange refuses an old time itself.
  stage.wallNow = at + 3_600_000;
  expect(await sign(...items)).toEqual([signed, signed, signed]);
});

test('an LBank key that contains a further parameter signs nothing', async () => {
  const { core, sign } = await openCore();
  const stored = sealedKey('ada');
  const key = await seal(core, { accountId: 'ada', texts: { ...blank, apiKey: 'the-key&amount=1&address=a' }, stored });
  await core.replyTo({ kind: 'open', id: 3, handle: 'ada:2', key });
  expect(await sign({ ...check, handle: 'ada:2' })).toEqual([{ refusal: 'forbidden' }]);
});

test('the checks of a key have their own budget', async () => {
  const { sign } = await openCore();
  const results = [];
  for (let done = 0; done <= signerLimits.checksAtOnce; done += 1) results.push(...(await sign(check)));
  expect(results.at(-2)).toEqual({ sign: expect.any(String) });
  expect(results.at(-1)).toEqual({ refusal: 'budget' });
  expect(await sign(request())).toEqual([{ sign: expect.any(String) }]);
});

const blank = { apiKey: '', secretKey: '', passphrase: '' };

async function seal(
  core: ReturnType<typeof createSignerCore>,
  request: { readonly accountId: string; readonly texts: typeof blank; readonly stored: SealedKeyMessage | null },
): Promise<SealedKeyMessage> {
  const reply = await core.replyTo({ kind: 'seal', id: 5, rotation: null, ...request });
  if (reply?.kind !== 'sealed') throw new Error(`The signer replied ${JSON.stringify(reply)}.`);
  return { ...reply.key, accountId: request.accountId, rotation: null };
}

test('a new key is sealed, and of a changed key the blank parts keep their stored texts', async () => {
  const { core, sign } = await openCore();
  const open = (key: SealedKeyMessage) => core.replyTo({ kind: 'open', id: 6, handle: 'bob:1', key });
  const texts = { apiKey: 'new-key', secretKey: 'new-secret', passphrase: 'new-phrase' };
  const first = await seal(core, { accountId: 'bob', texts, stored: null });
  expect(JSON.stringify(first)).not.toMatch(/new-(key|secret|phrase)/);
  expect(await open(first)).toEqual({ kind: 'opened', id: 6, apiKey: 'new-key', passphrase: 'new-phrase' });
  expect(await sign({ ...request(), handle: 'bob:1' })).toEqual([{ sign: signOkxRequest('new-secret', order) }]);
  const second = await seal(core, { accountId: 'bob', texts: { ...blank, apiKey: 'other-key' }, stored: first });
  expect(await open(second)).toMatchObject({ apiKey: 'other-key', passphrase: 'new-phrase' });
  expect(await sign({ ...request(), handle: 'bob:1' })).toEqual([{ sign: signOkxRequest('new-secret', order) }]);
});

test('the stored key of another account completes no changed key', async () => {
  const { core } = await openCore();
  const stored = sealedKey('ada');
  for (const wrong of [stored, { ...stored, accountId: 'bob' }])
    await expect(seal(core, { accountId: 'bob', texts: blank, stored: wrong })).rejects.toThrow('failed');
});

test('a dropped key signs nothing, and another key of the account goes on', async () => {
  const { core, sign } = await openCore();
  await core.replyTo({ kind: 'open', id: 3, handle: 'ada:2', key: sealedKey('ada') });
  expect(await core.replyTo({ kind: 'drop', id: 4, handle: 'ada:1' })).toEqual({ kind: 'closed', id: 4 });
  expect(await sign(request(), { ...request(), handle: 'ada:2' })).toEqual([
    { refusal: 'unopened' },
    { sign: expect.any(String) },
  ]);
});

test('a key that was not opened, and a revoked key, sign nothing', async () => {
  const { sign } = await openCore('');
  expect(await sign(request(), { ...request(), handle: 'bob:1' })).toEqual([
    { refusal: 'keyless' },
    { refusal: 'unopened' },
  ]);
});

test('a closed account signs nothing, with the exception of the kept key, and other accounts go on', async () => {
  const { core, sign } = await openCore();
  const open = async (handle: string, accountId: string): Promise<void> => {
    await core.replyTo({ kind: 'open', id: 3, handle, key: sealedKey(accountId) });
  };
  await open('ada:2', 'ada');
  await open('bob:1', 'bob');
  const signed = async () => {
    const handles = ['ada:1', 'ada:2', 'bob:1'];
    const results = await sign(...handles.map((handle) => ({ ...request(), handle })));
    return results.map((result) => ('sign' in result ? 'signed' : result.refusal));
  };
  expect(await signed()).toEqual(['signed', 'signed', 'signed']);
  const close = async (kept: string | null) => core.replyTo({ kind: 'close', id: 4, accountId: 'ada', kept });
  expect(await close('ada:2')).toEqual({ kind: 'closed', id: 4 });
  expect(await signed()).toEqual(['unopened', 'signed', 'signed']);
  await close(null);
  expect(await signed()).toEqual(['unopened', 'unopened', 'signed']);
});

test('each account has a budget for commands, and readings have their own', async () => {
  const { sign, stage, reported } = await openCore();
  const results = [];
  for (let done = 0; done < signerLimits.commandsAtOnce + 10; done += 10)
    results.push(...(await sign(...Array.from({ length: 10 }, () => request()))));
  const refused = results.filter((result) => 'refusal' in result);
  expect(refused).toEqual(Array.from({ length: 10 }, () => ({ refusal: 'budget' })));
  expect(reported[0]).toContain('ada budget');
  expect(await sign(request({ method: 'GET', path: '/api/v5/account/config', body: '' }))).toEqual([
    { sign: expect.any(String) },
  ]);
  stage.now += 1_000;
  expect(await sign(request())).toEqual([{ sign: expect.any(String) }]);
});

test('a key of another account, of another master key, or that was changed is not opened', async () => {
  const { core } = await openCore();
  const other = { ...sealedKey('ada'), accountId: 'bob' };
  const foreign = sealedKey('ada', 'the-secret', randomBytes(32));
  // The secret belongs to another sealing, so its data key is another one.
  const changed = { ...sealedKey('ada'), secretKey: sealedKey('ada').secretKey };
  for (const key of [other, foreign, changed]) {
    const reply = await core.replyTo({ kind: 'open', id: 3, handle: 'x', key });
    expect(reply).toMatchObject({ kind: 'failed', id: 3, cause: expect.stringContaining('cannot be opened') });
    expect(JSON.stringify(reply)).not.toContain('the-secret');
  }
});

test('messages of another form and too long texts have no reply', async () => {
  const { core } = await openCore();
  const item = request();
  for (const message of [
    null,
    'sign',
    { kind: 'reveal', id: 1 },
    { kind: 'sign', id: 1, items: [] },
    { kind: 'sign', id: 1, items: [{ ...item, text: 'anything' }] },
    { kind: 'sign', id: 1, items: Array.from({ length: signerLimits.batch + 1 }, () => item) },
    { kind: 'sign', id: 1, items: [{ ...item, body: '{'.repeat(signerLimits.bodyChars + 1) }] },
  ])
    expect(await core.replyTo(message)).toBeNull();
});

test('without the first message no key is opened', async () => {
  const core = createSignerCore({
    now: () => 0,
    wallNow: () => 0,
    openingsOf: (accountsAtOnce) => createKeyOpenings(accountsAtOnce, () => 0),
    report: () => undefined,
    alarm: () => undefined,
    begun: () => undefined,
    countsWanted: () => undefined,
  });
  expect(await core.replyTo({ kind: 'open', id: 1, handle: 'ada:1', key: sealedKey('ada') })).toMatchObject({
    kind: 'failed',
  });
});

test('texts and tokens of the server are opened within budgets of their own, and no trading key is opened as one', async () => {
  const { core, sign } = await openCore();
  const state = { rotation: null, people: null };
  const purpose = 'rondo/second_factors/ada';
  const sealed = await core.replyTo({ kind: 'sealText', id: 7, purpose, text: 'YQ==', state });
  if (sealed?.kind !== 'text') throw new Error(`The signer replied ${JSON.stringify(sealed)}.`);
  const open = (kind: 'openText' | 'openTokens') => {
    const { wrappedKey, secretKey } = sealedKey('ada');
    const tokens = { wrappedKey, accessToken: secretKey, refreshToken: null };
    return kind === 'openText'
      ? core.replyTo({ kind, id: 8, purpose, text: sealed.text, state })
      : core.replyTo({ kind, id: 8, consentId: 'ada', tokens, rotation: null });
  };
  expect(await open('openText')).toEqual({ kind: 'text', id: 8, text: 'YQ==' });
  expect(await open('openTokens')).toMatchObject({ cause: expect.stringContaining('cannot be opened') });
  const dataKey = { kind: 'openText', id: 9, text: sealedKey('ada').wrappedKey, state } as const;
  expect(await core.replyTo({ ...dataKey, purpose: 'rondo/exchange_accounts/ada/dataKey/v1' })).toMatchObject({
    cause: 'the purpose rondo/exchange_accounts/ada/dataKey/v1 is not permitted',
  });
  const spent = { kind: 'failed', id: 8, cause: 'too many texts were opened' };
  for (let done = 0; done < signerLimits.textsAtOnce; done += 1) await open('openText');
  expect(await open('openText')).toEqual(spent);
  for (let done = 0; done < signerLimits.tokensAtOnce; done += 1) await open('openTokens');
  expect(await open('openTokens')).toEqual(spent);
  expect(await sign(request())).toEqual([{ sign: expect.any(String) }]);
});

test('the key of the honey account looks like another key, and each use of it is reported: an opening, a signature and a change', async () => {
  const { core, alarms, sign } = await openCore();
  const texts = { apiKey: 'the-key', passphrase: 'the-phrase' };
  const sealed = await core.replyTo({ kind: 'sealHoney', id: 11, accountId: 'bea', texts, rotation: null });
  if (sealed?.kind !== 'sealed') throw new Error(`The signer replied ${JSON.stringify(sealed)}.`);
  const okxSecret = 'A'.repeat(32);
  expect(sealed.key.secretKey).toHaveLength(sealedKey('bea', okxSecret).secretKey.length);
  const key = { accountId: 'bea', ...sealed.key, rotation: null };
  expect(await sign(request())).toEqual([{ sign: expect.any(String) }]);
  expect(alarms).toEqual([]);
  expect(await core.replyTo({ kind: 'open', id: 12, handle: 'bea:1', key })).toMatchObject({
    kind: 'opened',
    ...texts,
  });
  expect(alarms).toEqual(['bea open']);
  const withdrawal = { ...request(), handle: 'bea:1', path: '/api/v5/asset/withdrawal' };
  expect(await sign({ ...request(), handle: 'bea:1' }, withdrawal)).toEqual([
    { sign: expect.any(String) },
    { refusal: 'forbidden' },
  ]);
  expect(alarms).toEqual(['bea open', 'bea sign', 'bea sign']);
  const change = { kind: 'seal', id: 13, accountId: 'bea', rotation: null, stored: key } as const;
  await core.replyTo({ ...change, texts: { apiKey: 'other', secretKey: '', passphrase: '' } });
  expect(alarms.at(-1)).toBe('bea seal');
});

test('a person cannot type a secret that makes an account the honey account', async () => {
  const { core, alarms } = await openCore();
  const texts = { apiKey: 'the-key', passphrase: 'the-phrase' };
  const sealed = await core.replyTo({ kind: 'sealHoney', id: 11, accountId: 'bea', texts, rotation: null });
  if (sealed?.kind !== 'sealed') throw new Error(`The signer replied ${JSON.stringify(sealed)}.`);
  const secret = openCredentials(createKeyRing(masterKey), bytesOf('bea', sealed.key)).secretKey.toString();
  const typed = sealedKey('bea', secret);
  expect(await core.replyTo({ kind: 'open', id: 12, handle: 'bea:1', key: typed })).toMatchObject({ kind: 'opened' });
  expect(alarms).toEqual([]);
});

test('the keys of many accounts are opened within a limit, which each minute permits further accounts, and opened keys go on', async () => {
  const { core, stage, sign, reported } = await openCore();
  const open = (accountId: string, key = sealedKey(accountId)) =>
    core.replyTo({ kind: 'open', id: 10, handle: `${accountId}:1`, key });
  const refused = { kind: 'failed', id: 10, cause: 'too many keys were opened' };
  expect(await open('bob')).toMatchObject({ kind: 'opened' });
  // A key that cannot be opened is counted too.
  expect(await open('cem', { ...sealedKey('cem'), wrappedKey: '' })).toMatchObject({ kind: 'failed' });
  expect([await open('dan'), await open('eve')]).toEqual([refused, refused]);
  expect(reported).toEqual(['dan openings open', 'eve openings open']);
  const results = await sign({ ...request(), handle: 'bob:1' }, { ...request(), handle: 'dan:1' });
  expect(results).toEqual([{ sign: expect.any(String) }, { refusal: 'unopened' }]);
  expect(await open('bob')).toMatchObject({ kind: 'opened' });
  stage.now += Math.ceil(60_000 / signerLimits.accountsPerMinute);
  expect([await open('dan'), await open('eve')]).toEqual([expect.objectContaining({ kind: 'opened' }), refused]);
});

test('a stored key that completes a changed key counts as opened, and keys of revoked accounts are opened beyond the limit', async () => {
  const { core } = await openCore();
  const change = (accountId: string) =>
    core.replyTo({ kind: 'seal', id: 5, rotation: null, accountId, texts: blank, stored: sealedKey(accountId) });
  const kinds = [];
  for (const accountId of ['bob', 'cem', 'dan']) kinds.push((await change(accountId))?.kind);
  expect(kinds).toEqual(['sealed', 'sealed', 'failed']);
  const revoked = sealedKey('eve', '');
  expect(await core.replyTo({ kind: 'open', id: 3, handle: 'eve:1', key: revoked })).toMatchObject({ kind: 'opened' });
});

test('the openings of the opened accounts and new keys have a budget of their own', async () => {
  const { core, stage, sign } = await openCore();
  const key = sealedKey('ada');
  const open = () => core.replyTo({ kind: 'open', id: 10, handle: 'ada:1', key });
  for (let done = 0; done < signerLimits.reopensAtOnce; done += 1) await open();
  expect(await open()).toEqual({ kind: 'failed', id: 10, cause: 'too many keys were opened' });
  const fresh = { kind: 'seal', id: 5, rotation: null, accountId: 'bob', texts: blank, stored: null } as const;
  expect(await core.replyTo(fresh)).toMatchObject({ kind: 'failed', cause: 'too many keys were sealed' });
  expect(await sign(request())).toEqual([{ sign: expect.any(String) }]);
  stage.now += 1_000;
  expect(await open()).toMatchObject({ kind: 'opened' });
});

test('the counts have the openings, their accounts and the refusals since the last counts', async () => {
  const { core } = await openCore();
  const open = (accountId: string) =>
    core.replyTo({ kind: 'open', id: 10, handle: `${accountId}:1`, key: sealedKey(accountId) });
  for (const accountId of ['ada', 'bob', 'cem', 'dan']) await open(accountId);
  expect(core.takeCounts()).toEqual({ openings: 4, accounts: 3, refused: 1 });
  expect(core.takeCounts()).toBeNull();
  await open('bob');
  expect(core.takeCounts()).toEqual({ openings: 1, accounts: 1, refused: 0 });
});

test('a second first message is refused: it names no other program and no other limits', async () => {
  const { core } = await openCore();
  const second = {
    ...begin,
    key: { kind: 'master', command: ['/nonexistent/other-program'], file: '/none', forbiddenFolders: [] },
    openings: { ...begin.openings, accountsAtOnce: 1_000 },
  };
  expect(await core.replyTo(second)).toEqual({ kind: 'failed', id: 0, cause: 'the signer has begun already' });
  for (const accountId of ['bob', 'cem', 'dan'])
    await core.replyTo({ kind: 'open', id: 10, handle: accountId, key: sealedKey(accountId) });
  expect(core.takeCounts()).toMatchObject({ refused: 1 });
});
