// Measures two ports of the engine for the metrics: the outcomes of order commands, and the durations of the transactions of the journal.
import type { Exchange, Journal } from '@rondo/engine/ports';
import type { Metrics } from './metrics.ts';

type Counts = Pick<Metrics, 'count'>;
type Durations = Pick<Metrics, 'observe'>;

/** Returns the exchange of an account. Its order commands are counted by verb and outcome. */
export function countedExchange(exchange: Exchange, metrics: Counts): Exchange {
  const counted = async <Result extends { readonly kind: string }>(verb: string, outcome: Promise<Result>) => {
    const result = await outcome;
    metrics.count('rondo_order_commands_total', { verb, outcome: result.kind });
    return result;
  };
  return {
    ...exchange,
    place: (order) => counted('place', exchange.place(order)),
    amend: (order) => counted('amend', exchange.amend(order)),
    cancel: (order) => counted('cancel', exchange.cancel(order)),
  };
}

/** Returns the journal. The transactions that store intents and facts are timed, and each intent that the epoch refused is counted. */
export function timedJournal(journal: Journal, metrics: Counts & Durations, now: () => number): Journal {
  const timed = async <Result>(transaction: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = now();
    try {
      return await work();
    } finally {
      metrics.observe('rondo_journal_seconds', now() - startedAt, { transaction });
    }
  };
  return {
    ...journal,
    async commitIntents(...batch) {
      const result = await timed('intents', () => journal.commitIntents(...batch));
      if (result === 'fenced') metrics.count('rondo_intents_fenced_total', {});
      return result;
    },
    applyFacts: (batch) => timed('facts', () => journal.applyFacts(batch)),
  };
}
