// Tests that no secret appears in a response, a log line, a feed frame or a row of the database (I30, decision 13). Known secrets serve as canaries.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testMasterKey } from '@rondo/testkit/database';
import { demoLogins } from '../../src/demo/demo-people.ts';
import { Caller, decide } from '../_link.ts';
import { startWorld, until, type TestWorld } from '../_world.ts';

const logged: string[] = [];
let world: TestWorld;
beforeAll(async () => {
  world = await startWorld({
    log: { write: (level, event, fields = {}) => void logged.push(JSON.stringify({ level, event, ...fields })) },
  });
}, 60_000);
afterAll(() => world.close());

const canary = 'Canary-Pass-7391x';
const memberPassword = demoLogins.find(({ role }) => role === 'member')?.password ?? '';

test('after every kind of link, failure and read, no secret appears in plain form outside the exchange', async () => {
  const caller = new Caller(world);
  const frames: string[] = [];
  const plain = await caller.consent('oauth', 'new');
  await caller.call('POST', '/api/okx/oauth/refresh', { account_id: plain.account_id });
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  await caller.createKey(accountId, { passphrase: canary });
  const uid = (await world.context.store.accounts.find(accountId))?.uid ?? '';
  await until(
    async () => world.context.link.meters.now(accountId)?.isReady === true,
    'the streams of the account are ready',
  );

  // A secret appears most likely in the message of a failed call. The calls below fail because of a denied consent, a used consent, a refused key call, a lost
  // key call and a broken response.
  const denied = await caller.begin('oauth');
  await caller.callback('oauth', (await decide(denied.url, { decision: 'deny' })).searchParams);
  const twice = await caller.begin('oauth');
  const back = (await decide(twice.url, { account: 'new' })).searchParams;
  await caller.callback('oauth', back);
  await caller.callback('oauth', back);
  await caller.consent('fast_api', uid);
  await caller.order('faults', { path: '/api/v5/users/oauth/apikey', kind: 'html', count: 2 });
  await caller.createKey(accountId, { passphrase: `${canary}!` });
  await caller.createKey(accountId, { passphrase: `${canary}?` });
  await caller.createKey(accountId, { passphrase: canary, perm: 'withdraw' });

  await caller.call('POST', '/api/okx/oauth/websocket/connect', { account_id: accountId });
  await caller.call('POST', '/api/okx/oauth/websocket/subscribe', {});
  for (const path of [
    '/api/user/me',
    '/api/okx/oauth/status',
    '/api/okx/oauth/websocket/status',
    `/api/okx/oauth/status/comprehensive?account_id=${accountId}`,
    `/api/okx/oauth/metrics?account_id=${accountId}`,
    `/api/okx/preflight?account_id=${accountId}`,
    `/api/okx/account/balance?account_id=${accountId}`,
    '/api/health',
  ])
    await caller.call('GET', path);
  const metrics = (await world.api.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;
  const ticket = await caller.call('POST', '/api/ws-ticket', { account_id: accountId });
  const ticketText = String(ticket.body['token']);
  const address = await world.api.listen({ port: 0, host: '127.0.0.1' });
  const path = `/ws/okx?account_id=${accountId}&token=${ticketText}`;
  const feed = new WebSocket(address.replace('http', 'ws') + path);
  feed.on('message', (message: Buffer) => frames.push(message.toString('utf8')));
  await until(async () => frames.some((frame) => frame.includes('positions')), 'the feed has sent the positions');
  feed.terminate();
  // A used ticket is refused, and the refusal does not repeat it. Only the answer that issued the ticket has its text.
  const second = new WebSocket(address.replace('http', 'ws') + path);
  const code = await new Promise<number>((resolve) => second.on('close', resolve));
  expect(code).toBe(4401);

  const masterKey = Buffer.from(testMasterKey);
  const own = [masterKey.toString('hex'), masterKey.toString('base64'), await world.token('member'), memberPassword];
  const secrets = [...world.secrets(), ...own, canary, String(world.registration['clientSecret'])].filter(
    (text) => text.length >= 8,
  );
  expect(secrets.length).toBeGreaterThan(20);
  const dump = await world.dump();
  expect(dump).toContain(accountId);
  const places = {
    answers: caller.heard.join('\n'),
    logs: logged.join('\n'),
    frames: frames.join('\n'),
    rows: dump,
    metrics,
  };
  expect(Object.values(places).every((text) => text.length > 100)).toBe(true);
  expect(places.logs).toContain('http.response');
  expect(ticketText.length).toBeGreaterThan(20);
  for (const [place, text] of Object.entries(places)) {
    const found = [...secrets, ...(place === 'answers' ? [] : [ticketText])].filter(
      (secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')),
    );
    expect({ place, found }).toEqual({ place, found: [] });
  }
}, 60_000);
