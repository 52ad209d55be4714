// Ends the keys of 10,000 accounts, through a running server and with the command alone. Each way has five minutes (check 43).
import { expect, test } from 'vitest';
import { secretOf } from '@rondo/store';
import { orderRevocation, linkAccount } from '@rondo/testkit/database';
import { revokeUntilDone, startRevocations } from '../../src/keys/key-revocations.ts';
import { Caller, decide } from '../_link.ts';
import { startWorld, until, type TestWorld } from '../_world.ts';

const accountCount = 10_000;
const limitMs = 5 * 60_000;

/** Returns a valid access token of the exchange. All accounts use it, so each deletion is a real request with a real response. */
async function accessToken(world: TestWorld): Promise<string> {
  const { accountId: uid } = world.openExchangeAccount({ label: 'many', usdt: '0' });
  const { url } = await new Caller(world).begin('oauth');
  const code = (await decide(url, { account: uid })).searchParams.get('code') ?? '';
  const { clientId, clientSecret } = world.registration;
  const response = await fetch(`${world.exchangeOrigin}/v5/users/oauth/token`, {
    method: 'POST',
    body: JSON.stringify({ grant_type: 'authorization_code', code, client_id: clientId, client_secret: clientSecret }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function linkMany(world: TestWorld, token: string): Promise<void> {
  const { store, clock } = world.context;
  const tokens = {
    accessToken: secretOf(token),
    refreshToken: null,
    expiresAt: clock.now() + 24 * 3_600_000,
    refreshExpiresAt: null,
  };
  const credentials = { apiKey: secretOf('key of many'), secretKey: secretOf('s'), passphrase: secretOf('p') };
  for (let from = 0; from < accountCount; from += 50) {
    const uids = Array.from({ length: 50 }, (_, place) => `many-${from + place}`);
    await Promise.all(
      uids.map(async (uid) => {
        const place = { userId: world.people.member.id, environment: 'sandbox', domain: 'global', uid } as const;
        const row = { ...place, exchange: 'okx', label: uid, credentials, now: clock.now() } as const;
        const made = await linkAccount(store, row);
        if (!made.ok) throw new Error(made.refusal);
        await store.consents.create({ ...place, accountId: made.account.id, kind: 'oauth', tokens, now: clock.now() });
      }),
    );
  }
}

test.each(['a running server', 'the command alone'])(
  '10,000 keys are deleted at the exchange in five minutes by %s',
  async (way) => {
    const world = await startWorld();
    try {
      const { store } = world.context;
      await linkMany(world, await accessToken(world));
      const startedAt = performance.now();
      expect(await orderRevocation(store, { reason: 'drill', now: Date.now() })).toBeGreaterThanOrEqual(accountCount);
      if (way === 'the command alone') await revokeUntilDone(world.context, new Promise(() => undefined));
      else await throughServer(world);
      const ms = performance.now() - startedAt;
      process.stdout.write(`${way}: ${accountCount} keys in ${(ms / 1_000).toFixed(1)} s\n`);
      const { waiting, deleted } = await store.keyRevocations.progress();
      expect([waiting, deleted]).toEqual([0, accountCount]);
      expect(ms).toBeLessThan(limitMs);
    } finally {
      await world.close();
    }
  },
  20 * 60_000,
);

async function throughServer(world: TestWorld): Promise<void> {
  const revocations = startRevocations({ ...world.context, isElsewhere: () => false });
  const isDone = async () => (await world.context.store.keyRevocations.progress()).waiting === 0;
  // `until` waits for 20 s at most.
  for (let waits = 0; waits < limitMs / 20_000; waits += 1) {
    const done = await until(isDone, 'all keys are ended').catch(() => 'later');
    if (done !== 'later') break;
  }
  await revocations.stop();
}
