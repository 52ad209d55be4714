// Tests the decisions of the AI model with a real database and the double of the sandbox over HTTP: faults, costs, the budget of a day, and several nodes.
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import type { Clock } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAiDecider, type AiDecider, type AiQuestion } from '../../src/ai/ai-decider.ts';
import { aiEndpointOf, type AiEndpoint } from '../../src/ai/ai-settings.ts';
import { wallClock } from '../../src/async/wall-clock.ts';

const hour = 3_600_000;
const deadlines = { requestMs: 5_000, totalMs: 9_000, pauseMs: 10 };

let database: TestDatabase;
let sandbox: RunningSandbox;
let url: string;
let store: Store;
// Each test runs on its own day, so it has its own budget and its own failures.
let aheadMs = 0;
const clock: Clock = { ...wallClock, now: () => wallClock.now() + aheadMs };
beforeAll(async () => {
  database = await startTestDatabase();
  sandbox = await runSandbox({ seed: 1, hold: true });
  url = await database.createUrl();
  store = await database.openStore({ url });
});
beforeEach(async () => {
  aheadMs += 24 * hour;
  await setFault({ clear: true });
});
afterAll(async () => {
  await sandbox.close();
  await database.stop();
});

async function setFault(body: object): Promise<void> {
  const response = await fetch(`${sandbox.rest}/sandbox/model`, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}

async function countCalls(): Promise<number> {
  const state = (await (await fetch(`${sandbox.rest}/sandbox/model`)).json()) as { readonly calls: number }; // the double returns this shape
  return state.calls;
}

function endpoint(changes: Partial<AiEndpoint> = {}): AiEndpoint {
  const double = aiEndpointOf(null, sandbox.rest);
  if (double === null) throw new Error('The sandbox has no double.');
  return { ...double, ...changes };
}

function decider(changes: Partial<AiEndpoint> = {}, of: Store = store, times = deadlines): AiDecider {
  return createAiDecider({
    endpoint: endpoint(changes),
    decisions: of.aiDecisions,
    clock,
    log: silentLog,
    deadlines: times,
  });
}

function question(index = 0, count = 80): AiQuestion {
  const bars = Array.from({ length: count }, (_, place) => {
    const close = 2_000 + 30 * Math.sin((place + index) / 5);
    return { openedAt: (place + index) * hour, open: close - 1, high: close + 3, low: close - 4, close };
  });
  return { instrumentId: 'ETH-USDT-SWAP', bar: '1H', closedAt: aheadMs + index * hour, bars };
}

test('a decision is stored with its prompt, its cost and the label of the double, and a second question makes no call', async () => {
  const before = await countCalls();
  const first = await decider().decide(question());
  if (!first.ok) throw new Error(first.reason);
  expect(first.decision.reason).toBe('test double, no model');
  expect(first.row).toMatchObject({ model: 'test double, no model', outcome: 'ok', completionTokens: 60 });
  expect(first.row.costMicros).toBe((first.row.promptTokens ?? 0) + 60);
  expect(first.row.prompt).not.toMatch(/ETH|20\d\d|USDT/);
  expect(await decider().decide(question())).toEqual(first);
  expect(await countCalls()).toBe(before + 1);
});

test.each([
  { kind: 'busy', count: 2, outcome: 'unavailable', calls: 2 },
  { kind: 'dead', count: 2, outcome: 'unavailable', calls: 2 },
  { kind: 'cut', count: 2, outcome: 'unavailable', calls: 2 },
  { kind: 'html', count: 1, outcome: 'invalid', calls: 1 },
  { kind: 'syntax', count: 1, outcome: 'invalid', calls: 1 },
  { kind: 'values', count: 1, outcome: 'invalid', calls: 1 },
  { kind: 'refusal', count: 1, outcome: 'refused', calls: 1 },
  { kind: 'huge', count: 1, outcome: 'invalid', calls: 1 },
])('the fault $kind leads to no decision after $calls calls, and the outcome $outcome is stored', async (row) => {
  const before = await countCalls();
  await setFault({ kind: row.kind, count: row.count });
  const asked = await decider().decide(question());
  expect(asked).toMatchObject({ ok: false, reason: row.outcome, row: { outcome: row.outcome, decision: null } });
  expect(await countCalls()).toBe(before + row.calls);
});

test('a response after the deadline leads to no decision and to no second call', async () => {
  const before = await countCalls();
  await setFault({ kind: 'slow', delayMs: 2_000 });
  const asked = await decider({}, store, { requestMs: 100, totalMs: 300, pauseMs: 10 }).decide(question());
  expect(asked).toMatchObject({ ok: false, reason: 'timeout' });
  expect(await countCalls()).toBe(before + 1);
});

test('one broken connection is repeated, and the decision counts the largest cost of the broken call', async () => {
  await setFault({ kind: 'dead', count: 1 });
  const asked = await decider().decide(question());
  if (!asked.ok) throw new Error(asked.reason);
  expect(asked.row.costMicros).toBeGreaterThan((asked.row.promptTokens ?? 0) + (asked.row.completionTokens ?? 0));
});

test('the model is not called with fewer bars than the prompt has', async () => {
  const before = await countCalls();
  expect(await decider().decide(question(0, 59))).toEqual({ ok: false, reason: 'warm_up', row: null });
  expect(await countCalls()).toBe(before);
  expect((await decider().decide(question(0, 60))).ok).toBe(true);
});

test('a response that reports more tokens than the request allows leads to no decision, its cost counts, and no call is made on this day', async () => {
  await setFault({ kind: 'expensive', count: 1 });
  const priced = decider({ dailyUsd: 0.1 });
  const asked = await priced.decide(question(0));
  expect(asked).toMatchObject({ ok: false, reason: 'invalid', row: { costMicros: 2_000_000, decision: null } });
  const before = await countCalls();
  expect(await priced.decide(question(1))).toMatchObject({ ok: false, reason: 'budget', row: { outcome: 'capped' } });
  expect(await countCalls()).toBe(before);
});

test('calls of two nodes at the same time cost at most the budget together, and each bar has one call', async () => {
  const other = await database.openStore({ url });
  const before = await countCalls();
  // The largest cost of a call is about 0.01 USD and the real cost is smaller, so the number of calls within the budget depends on their overlap.
  const nodes = [decider({ dailyUsd: 0.02 }), decider({ dailyUsd: 0.02 }, other)];
  const asked = await Promise.all(
    Array.from({ length: 12 }, (_, index) => nodes.map((node) => node.decide(question(index)))).flat(),
  );
  for (let index = 12; index < 100 && asked.every(({ ok }) => ok); index += 1)
    asked.push(await decider({ dailyUsd: 0.02 }).decide(question(index)));
  const sums = await database.sql(url)`
    select sum(cost_micros)::int as total, (count(*) filter (where outcome = 'ok'))::int as made from ai_decisions where closed_at >= ${aheadMs}`;
  expect(Number(sums[0]?.['total'])).toBeLessThanOrEqual(20_000);
  expect(asked.some(({ ok }) => !ok)).toBe(true);
  expect(await countCalls()).toBe(before + Number(sums[0]?.['made']));
});

test('after five failures in a row the model is not called for a quarter of an hour', async () => {
  await setFault({ kind: 'html', count: 5 });
  for (let index = 0; index < 5; index += 1) await decider().decide(question(index));
  const before = await countCalls();
  expect(await decider().decide(question(5))).toMatchObject({ ok: false, reason: 'failures' });
  expect(await countCalls()).toBe(before);
});

test('a claim of a node that was killed during its call is never called again, and a completed decision does not change', async () => {
  const asked = await decider().decide(question());
  const sql = database.sql(url);
  await expect(sql`update ai_decisions set decision = '{}'`).rejects.toThrow('does not change');
  await expect(sql`delete from ai_decisions`).rejects.toThrow('append-only');
  if (asked.row === null) throw new Error('Nothing was stored.');
  const { row } = asked;
  const claim = {
    ...row,
    closedAt: row.closedAt + hour,
    mostMicros: 1,
    dailyMicros: 1_000_000,
    failures: 5,
    quietMs: 1,
  };
  const early = clock.now() - 60_000;
  expect(await store.aiDecisions.claim({ ...claim, now: early })).toMatchObject({ isNew: true });
  const before = await countCalls();
  expect(await decider().decide({ ...question(1) })).toMatchObject({ ok: false, reason: 'unavailable' });
  expect(await countCalls()).toBe(before);
});
