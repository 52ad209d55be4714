// Tests every preflight finding. Each test produces the cause at the exchange, reads the finding over HTTP and checks its text in the five languages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preflightCatalogue, type Finding, type PreflightCode } from '@rondo/contract';
import { Caller, decide, type CallerResponse } from '../_link.ts';
import { sentencesOf } from '../_sentences.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld();
  caller = new Caller(world);
}, 60_000);
afterAll(() => world.close());

const configPath = '/api/v5/account/config';
/** The part of a response that the web app shows: a finding, or an error with the fields of a finding. */
type ShownFinding = Pick<Finding, 'code' | 'message_key' | 'message' | 'parameters'>;

/** Links an account by consent. `label` is the name of the account at the exchange. */
async function linked(choice = 'new'): Promise<{ accountId: string; uid: string; label: string }> {
  const { accountId, uid } = await caller.linkAccount(choice);
  const accounts = (await (await fetch(`${world.exchangeOrigin}/sandbox/state`)).json()) as {
    accounts: { accountId: string; label: string }[];
  };
  const label = accounts.accounts.find((account) => account.accountId === uid)?.label ?? '';
  return { accountId, uid, label };
}

async function findingsOf(accountId: string): Promise<readonly ShownFinding[]> {
  const { body } = await caller.call('GET', `/api/okx/preflight?account_id=${accountId}`);
  return body['findings'] as ShownFinding[];
}

const refusalOf = (response: CallerResponse): readonly ShownFinding[] =>
  (response.body['findings'] as ShownFinding[] | undefined) ?? [
    { code: response.body['message_key'], ...response.body } as unknown as ShownFinding, // the body of an error has the fields of a finding
  ];

async function startOn(accountId: string, symbol = 'ETH-USDT-SWAP'): Promise<CallerResponse> {
  await until(
    async () => (world.context.live.account(accountId)?.balance ?? null) !== null,
    'the engine has read the account',
  );
  const request = validRequest();
  return caller.start(
    { ...request, basic: { ...request.basic, symbol, max_total_size: '5000' }, exchange_account_id: accountId },
    freshKey(),
  );
}

const buy = (label: string, order: Readonly<Record<string, string>>): Promise<void> =>
  caller.order('acts', { label, act: 'order', ordType: 'market', sz: '1', ...order });

/** Returns the findings while this fault is set at the exchange. */
async function during(
  fault: Record<string, unknown>,
  read: () => Promise<readonly ShownFinding[]>,
): Promise<readonly ShownFinding[]> {
  await caller.order('faults', fault);
  const found = await read();
  await caller.order('faults', { clear: true });
  return found;
}

async function afterKeysChanged(perm: string, ip: string): Promise<readonly ShownFinding[]> {
  const { accountId, uid } = await linked();
  await caller.order('oauth/change-keys', { account: uid, perm, ip });
  return findingsOf(accountId);
}

/** Gives the consent for a linked account with another exchange account. The tokens do not name the exchange account. */
async function consentOfAnother(): Promise<readonly ShownFinding[]> {
  const { accountId } = await linked();
  await until(
    async () => (world.context.live.account(accountId)?.balance ?? null) !== null,
    'the engine has read the account',
  );
  await caller.order('oauth/clients', { ...world.registration, mayReadAccount: 'false' });
  await caller.consent('fast_api', 'new', accountId);
  const shown = refusalOf(await caller.createKey(accountId));
  await caller.order('oauth/clients', world.registration);
  // The key of the linked account was not changed, so no key change is open.
  expect((await findingsOf(accountId)).map(({ code }) => code)).toEqual([]);
  return shown;
}

async function positionModeChanged(): Promise<readonly ShownFinding[]> {
  const { accountId, label } = await linked();
  const started = await startOn(accountId);
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  await caller.order('acts', { label, act: 'positionMode', posMode: 'long_short_mode' });
  const found = await findingsOf(accountId);
  await caller.order('acts', { label, act: 'positionMode', posMode: 'net_mode' });
  return found;
}

const triggers: Readonly<Record<PreflightCode, () => Promise<readonly ShownFinding[]>>> = {
  KEY_MAY_WITHDRAW: () => afterKeysChanged('read_only,trade,withdraw', '127.0.0.1'),
  KEY_CANNOT_TRADE: () => afterKeysChanged('read_only', '127.0.0.1'),
  KEY_NOT_BOUND: () => afterKeysChanged('read_only,trade', ''),
  KEY_UNBOUND: async () => {
    const { accountId, uid } = await linked();
    await until(
      async () => (world.context.live.account(accountId)?.balance ?? null) !== null,
      'the engine has read the account',
    );
    await world.makeLive(accountId);
    await caller.order('oauth/change-keys', { account: uid, perm: 'read_only,trade', ip: '' });
    return findingsOf(accountId);
  },
  KEY_ADDRESS: () => afterKeysChanged('read_only,trade', '192.0.2.1'),
  KEY_REFUSED: async () => {
    const { accountId, uid } = await linked();
    await caller.order('oauth/end-keys', { account: uid });
    return findingsOf(accountId);
  },
  KEY_MISSING: async () => {
    const { accountId, uid } = await linked();
    await caller.consent('fast_api', uid);
    await caller.call('DELETE', `/api/okx/oauth/fast-api/delete-key?account_id=${accountId}&is_demo=false`);
    return findingsOf(accountId);
  },
  KEY_ENVIRONMENT: async () => {
    // The owner used demo trading, but the request was for a key of the real market.
    const { account_id: accountId } = await caller.consent('fast_api', 'new-demo');
    return refusalOf(await caller.createKey(accountId));
  },
  UID_DIFFERS: consentOfAnother,
  ACCOUNT_LEVEL: async () => findingsOf((await linked('new-spot')).accountId),
  LEAD_TRADER: async () => findingsOf((await linked('new-lead')).accountId),
  POSITION_MODE: async () => {
    const { accountId } = await linked();
    const fault = { kind: 'field', path: configPath, field: 'posMode', value: 'split_mode', share: 1 };
    return during(fault, () => findingsOf(accountId));
  },
  POSITION_MODE_CHANGED: positionModeChanged,
  UID_LINKED: async () => {
    const foreign = await world.linkOperator();
    const { url } = await caller.begin('fast_api');
    return refusalOf(await caller.callback('fast_api', (await decide(url, { account: foreign })).searchParams));
  },
  FOREIGN_POSITIONS: async () => {
    const { accountId, label } = await linked('new-hedge');
    await buy(label, { instId: 'BTC-USDT-SWAP', side: 'sell', posSide: 'short' });
    const found = await findingsOf(accountId);
    // The finding does not prevent a bot on another instrument.
    expect((await startOn(accountId)).status).toBe(200);
    return found;
  },
  FOREIGN_POSITION_HERE: async () => {
    const { accountId, label } = await linked();
    await buy(label, { instId: 'ETH-USDT-SWAP', side: 'buy' });
    return refusalOf(await startOn(accountId));
  },
  ACCOUNT_UNREADABLE: async () => {
    const { accountId } = await linked();
    return during({ kind: 'html', path: configPath, share: 1 }, () => findingsOf(accountId));
  },
};

test.each(Object.entries(preflightCatalogue))(
  'the cause of %s produces the finding with a text that contains the remedy',
  async (...row) => {
    const [code, { messageKey }] = row;
    const shown = await triggers[code as PreflightCode](); // the keys of the catalogue
    const found = shown.find((one) => one.message_key === messageKey);
    expect(found, JSON.stringify(shown)).toBeDefined();
    const sentences = sentencesOf(messageKey, found?.parameters ?? {});
    // The message of the server is the English text with another apostrophe character.
    expect(found?.message.replaceAll('’', "'")).toBe(sentences[0]?.replaceAll('’', "'"));
  },
);

test('after the position mode was changed while no bot ran, two bots start in the new mode', async () => {
  const { accountId, label } = await linked();
  await caller.order('acts', { label, act: 'positionMode', posMode: 'long_short_mode' });
  expect((await startOn(accountId)).status).toBe(200);
  const second = await startOn(accountId, 'XRP-USDT-SWAP');
  expect(second.status, JSON.stringify(second.body)).toBe(200);
});
