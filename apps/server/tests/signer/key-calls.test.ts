// Tests that a node with the people key and without the master key links accounts, changes keys and starts bots: it hands the calls that need the master key to a node
// that trades (ADR 8).
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Server } from '../../src/create-server.ts';
import { Caller } from '../_link.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

const peopleKey = randomBytes(32);
/** The messages that the server of the trading node has sent to its signer. */
const sent: string[] = [];
let world: TestWorld;
let node: Server;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld({
    signer: (line) => ({
      ...line,
      send(message) {
        sent.push(JSON.stringify(message));
        line.send(message);
      },
    }),
  });
  const tools = await world.openTools();
  await tools.keyRotation.rotatePeople(peopleKey, { now: world.context.clock.now(), report: () => undefined });
  const text = peopleKey.toString('hex');
  node = await world.addNode({ role: 'api', peopleKey: { text, command: null, file: null } });
  caller = new Caller({ ...world, api: node.api });
}, 60_000);
afterAll(() => world.close());

const callRows = async (): Promise<readonly string[]> => (await world.rows())['key_calls'] ?? [];

test('while no node with the master key takes calls, such a call gets 503 and leaves no row', async () => {
  const refused = await caller.call('GET', `/api/okx/preflight?account_id=${world.accountId}`);
  expect([refused.status, refused.body['error_code']]).toEqual([503, 'EXCHANGE_UNAVAILABLE']);
  expect(await callRows()).toEqual([]);
}, 30_000);

describe('while a node with the master key takes calls', () => {
  beforeAll(() => world.startJobs());

  test('a person links an account by consent, checks it, starts a bot, replaces the key and unlinks the account through the node', async () => {
    const consent = await caller.consent('fast_api', 'new');
    const passphrase = 'Canary-Phrase-77';
    const made = await caller.createKey(consent.account_id, { passphrase });
    expect(made).toMatchObject({ status: 200, body: { success: true, is_replacement: false, findings: [] } });
    const usedUp = await caller.createKey(consent.account_id);
    expect([usedUp.status, usedUp.body['error_code']]).toEqual([409, 'CONSENT_NEEDED']);
    await until(
      async () => (world.context.live.account(consent.account_id)?.balance ?? null) !== null,
      'the engine has read the new account',
    );
    const checked = await caller.call('GET', `/api/okx/preflight?account_id=${consent.account_id}`);
    expect(checked).toMatchObject({ status: 200, body: { may_trade: true } });
    const bot = await caller.start({ ...validRequest(), exchange_account_id: consent.account_id }, freshKey());
    expect(bot.status).toBe(200);
    const running = await caller.call('DELETE', `/api/okx/oauth/disconnect/${consent.account_id}`);
    expect([running.status, running.body['error_code']]).toEqual([409, 'BOTS_RUNNING']);
    const other = await caller.linkAccount('new');
    const gone = await caller.call('DELETE', `/api/okx/oauth/disconnect/${other.accountId}`);
    expect(gone).toMatchObject({ status: 200, body: { success: true } });
    expect(await world.context.store.accounts.find(other.accountId)).toBeNull();
    expect(await callRows()).toEqual([]);
  }, 60_000);

  test('the findings of a refused account reach the person', async () => {
    await world.makeLive(world.accountId);
    const bot = await caller.start({ ...validRequest(), exchange_account_id: world.accountId }, freshKey());
    expect(bot.body).toMatchObject({ error_code: 'PREFLIGHT_FAILED', findings: [{ code: 'KEY_UNBOUND' }] });
  }, 30_000);

  test('a typed key is sealed for the signers: its secret reaches neither the database nor the server of the trading node', async () => {
    const { apiKey, secretKey } = world.openExchangeAccount({ label: 'own', perm: 'read_only,trade' });
    const link = { exchange_id: 'lbank', account_name: 'own', credentials: { api_key: apiKey, secret_key: secretKey } };
    sent.length = 0;
    const made = await caller.call('POST', '/api/exchange-accounts/', link);
    expect(made).toMatchObject({ status: 200, body: { status: 'connected' } });
    const id = String(made.body['id']);
    const permissions = { read: true, trade: true };
    const changed = await caller.call('PUT', `/api/exchange-accounts/${id}`, { permissions });
    const tested = await caller.call('POST', `/api/exchange-accounts/${id}/test`);
    expect([changed.status, tested.body['success']]).toEqual([200, true]);
    expect(sent.some((message) => message.includes('"envelope"'))).toBe(true);
    for (const text of [...sent, await world.dump(), ...caller.heard]) expect(text).not.toContain(secretKey);
    const wrong = { ...link, credentials: { api_key: apiKey, secret_key: 'a-wrong-secret' } };
    const refused = await caller.call('POST', '/api/exchange-accounts/', wrong);
    expect(refused.body['error_code']).toBe('EXCHANGE_KEY_REFUSED');
  }, 30_000);

  test('the live connection of a person stays on the node that has opened it', async () => {
    const { accountId } = await caller.linkAccount('new');
    const status = async () => (await caller.call('GET', '/api/okx/oauth/websocket/status')).body;
    expect(await status()).toMatchObject({ connected: false, accountId: null });
    const connected = await caller.call('POST', '/api/okx/oauth/websocket/connect', { account_id: accountId });
    expect(connected.status).toBe(200);
    expect(await status()).toMatchObject({ connected: true, accountId });
    const again = await caller.call('POST', '/api/okx/oauth/websocket/connect', { account_id: accountId });
    expect(again.body['error_code']).toBe('WS_ALREADY_CONNECTED');
    expect((await caller.call('POST', '/api/okx/oauth/websocket/disconnect', {})).status).toBe(200);
    expect(await status()).toMatchObject({ connected: false });
  }, 30_000);

  test('a changed row and a call that the table does not have are not carried out', async () => {
    const { keyCalls } = node.context.store;
    const id = await keyCalls.record({
      name: 'renewTokens',
      input: JSON.stringify({ accountId: 'other' }),
      wantedNode: 'nobody',
    });
    const [row] = await world.rows().then((rows) => rows['key_calls'] ?? []);
    expect(row).not.toContain('other');
    const trading = world.context.keys;
    await expect(trading.openCall(String(id), Buffer.from('no envelope'))).rejects.toThrow('unknown format');
    const sealed = await keyCalls.sealForSigners('rondo/typed_keys/ada', '{}');
    await expect(trading.openCall('ada', sealed)).rejects.toThrow('cannot be opened');
    await keyCalls.remove(String(id), false);
  });
});
