// Tests the metrics of the order commands and of the journal.
import { expect, test } from 'vitest';
import type { Exchange, Journal } from '@rondo/engine/ports';
import { countedExchange, timedJournal } from './measured-ports.ts';
import { createMetrics } from './metrics.ts';

const metricsOf = () => createMetrics({ maxSeries: 20, isProcess: false });

async function linesOf(metrics: ReturnType<typeof metricsOf>): Promise<readonly string[]> {
  return (await metrics.text()).split('\n');
}

test('order commands are counted by verb and outcome', async () => {
  const metrics = metricsOf();
  // Only the three commands are called.
  const exchange = {
    place: async () => ({ kind: 'accepted' }),
    amend: async () => ({ kind: 'unknown' }),
    cancel: async () => ({ kind: 'rejected' }),
  } as unknown as Exchange;
  const counted = countedExchange(exchange, metrics);
  type Order = Parameters<Exchange['place']>[0];
  for (let count = 0; count < 2; count += 1) await counted.place({} as Order);
  await counted.amend({} as Parameters<Exchange['amend']>[0]);
  expect(await counted.cancel({} as Parameters<Exchange['cancel']>[0])).toEqual({ kind: 'rejected' });
  const lines = await linesOf(metrics);
  expect(lines).toContain('rondo_order_commands_total{verb="place",outcome="accepted"} 2');
  expect(lines).toContain('rondo_order_commands_total{verb="amend",outcome="unknown"} 1');
  expect(lines).toContain('rondo_order_commands_total{verb="cancel",outcome="rejected"} 1');
});

test('transactions of the journal are timed also when they fail, and refused intents are counted', async () => {
  const metrics = metricsOf();
  let now = 1_000;
  // Only the two transactions are called.
  const journal = {
    async commitIntents() {
      now += 300;
      return 'fenced';
    },
    async applyFacts() {
      now += 20;
      throw new Error('the database is away');
    },
  } as unknown as Journal;
  const timed = timedJournal(journal, metrics, () => now);
  expect(await timed.commitIntents('account', 1n, [])).toBe('fenced');
  await expect(timed.applyFacts({} as Parameters<Journal['applyFacts']>[0])).rejects.toThrow('away');
  const lines = await linesOf(metrics);
  expect(lines).toContain('rondo_journal_seconds_sum{transaction="intents"} 0.3');
  expect(lines).toContain('rondo_journal_seconds_sum{transaction="facts"} 0.02');
  expect(lines).toContain('rondo_intents_fenced_total 1');
});
