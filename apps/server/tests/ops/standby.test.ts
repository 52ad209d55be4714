// Tests the health of a second server on one database, whose accounts the first server trades.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, until, type TestWorld } from '../_world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await startWorld();
}, 60_000);

afterAll(() => world.close());

test('a server whose accounts another server trades is healthy, ready and live, and counts no account', async () => {
  const standby = await world.addNode();
  await until(async () => (await standby.api.inject('/api/health')).statusCode === 200, 'the standby is healthy');
  const health = await standby.api.inject('/api/health');
  expect(health.json()).toMatchObject({ parts: { engine: { ready: true, degraded: [] } } });
  expect((await standby.api.inject('/api/health/ready')).statusCode).toBe(200);
  expect((await standby.api.inject('/api/health/live')).json()).toMatchObject({ live: true });
  const metrics = (await standby.api.inject('/metrics')).body;
  expect(metrics).toContain('\nrondo_accounts 0\n');
  expect(metrics).toContain('\nrondo_oldest_reading_seconds 0\n');
  expect((await world.api.inject('/metrics')).body).toContain('\nrondo_accounts 1\n');
});
