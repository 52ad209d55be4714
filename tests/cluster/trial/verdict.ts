// The text at the end of a trial: each figure with its bound, the events of the logs, and every violation.
import type { TrialResult } from './trial.ts';

/** The bound of a figure in ms. A missed goal of a time without faults is no violation, because it depends on the other work of the machine. */
const goals = { owned: 5_000, managed: 35_000, handedOver: 2_000, socket: 3_000, pushed: 100, stopped: 200 } as const;

/** Returns the lines of the verdict. */
export function verdictLines(result: TrialResult): readonly string[] {
  const { faults, violations, pushed, stopped, costs, events } = result;
  const kills = faults.filter(({ kind }) => kind === 'kill-engine');
  const roll = faults.flatMap(({ roll: figures }) => figures ?? []);
  return [
    row('accounts and bots', `${result.accounts} and ${result.bots}`),
    row('orders and fills', `${result.orders} and ${result.fills}`),
    row('changes of an owner', result.takeovers),
    row('faults', `${faults.length} of ${new Set(faults.map(({ kind }) => kind)).size} kinds`),
    row('accounts owned after a kill', bounded(longest(kills.map(({ ownedMs }) => ownedMs)), goals.owned)),
    row('accounts managed after a kill', bounded(longest(kills.map(({ managedMs }) => managedMs)), goals.managed)),
    row('account without an owner', `${result.gaps.count} times, p50 ${result.gaps.p50} ms, p99 ${result.gaps.p99} ms`),
    row('longest at a hand-over', bounded(longest(faults.map(({ gapMs }) => gapMs)), goals.handedOver)),
    row(
      'rolling restarts',
      `${sum(roll.map(({ requests }) => requests))} requests, ${sum(roll.map(({ failed }) => failed))} failed (0 allowed)`,
    ),
    row('page without a connection', bounded(longest(roll.map(({ socketMs }) => socketMs)), goals.socket)),
    row('change on a page', `${pushed.count} changes, p50 ${pushed.p50} ms, p99 ${bounded(pushed.p99, goals.pushed)}`),
    row(
      'stop to cancellation',
      `${stopped.count} stops, p50 ${stopped.p50} ms, p99 ${bounded(stopped.p99, goals.stopped)}`,
    ),
    row('busy processors meanwhile', `${Math.round(result.busyShare * 100)} %, load at the end ${result.load}`),
    row(
      'an account needs a second',
      `${costs.processorMs} ms of processor, ${costs.transactions} transactions, ${costs.messages} messages`,
    ),
    row('a request needs', `${result.requestMs?.toFixed(1) ?? '-'} ms of processor of the api nodes`),
    ...Object.entries(events).map(([name, count]) => `log ${name.padEnd(36)} ${count}`),
    ...violations.map((violation) => `VIOLATION: ${violation}`),
    `${violations.length} violations`,
  ];
}

const row = (name: string, value: string | number): string => `${name.padEnd(30)} ${value}`;

function bounded(ms: number | null, goal: number): string {
  if (ms === null) return 'not measured';
  return `${ms} ms (${ms <= goal ? 'within' : 'MISSED:'} ${goal} ms)`;
}

function longest(times: readonly (number | null)[]): number | null {
  const known = times.filter((ms) => ms !== null);
  return known.length === 0 ? null : Math.max(...known);
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
