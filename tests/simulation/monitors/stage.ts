// The stage of the tests of the monitors: one bot in one account, a journal, a clock and the monitors.
import { encode } from '@rondo/strategy';
import { botConfig, createMemoryJournal, createVirtualClock, ethSwap } from '@rondo/testkit';
import type { CheckContext, Violation } from '../checks/checkers.ts';
import { nothingSeen } from '../checks/checkers.ts';
import { newCounts } from '../checks/counts.ts';
import { createRoster, type CheckedBot } from '../checks/roster.ts';
import type { TrueMarket } from '../checks/truth.ts';
import { keyedHash } from '../world/world.ts';
import { createMonitors, type Monitors } from './monitors.ts';

export const startAt = 1_700_000_000_000;
export const process = 'node-1';
export const accountId = 'account-1';

export type Stage = ReturnType<typeof openStage>;

/** Opens a stage on which nothing has happened. */
export function openStage() {
  const clock = createVirtualClock(startAt);
  const journal = createMemoryJournal(clock);
  const violations: Violation[] = [];
  const roster = createRoster();
  const context: CheckContext = {
    journal: journal.contents,
    keyedHash,
    roster,
    truth: { hasFill: () => true, withdrawsSince: () => null, billsByAccount: () => new Map() },
    seen: nothingSeen(),
    secrets: [],
    now: () => clock.now() - startAt,
    report: (violation) => void violations.push(violation),
  };
  const market: TrueMarket = {
    orders: new Map(),
    byClientId: new Map(),
    triggers: new Map(),
    fills: [],
    bills: [],
    positions: [],
    position: 0n,
  };
  const bot: CheckedBot = {
    botId: 'bot-1',
    botNumber: 1,
    accountId,
    config: botConfig({ instrument: ethSwap }),
    stopAfterMs: null,
    stopCloses: true,
    setsLast: false,
    venueAccount: '7001',
    createdAt: startAt,
    market,
    before: { fills: 0, bills: 0 },
    after: null,
  };
  roster.add(bot);
  journal.addBot({
    botId: bot.botId,
    botNumber: 1,
    accountId,
    instrumentId: ethSwap.id,
    config: JSON.stringify(encode(bot.config)),
    createdAt: startAt,
  });
  const counts = newCounts();
  const refused = { until: 0 };
  const cut = { since: null as number | null };
  const node = journal.connect(process);
  const monitors: Monitors = createMonitors({
    context,
    clock,
    truth: { market: () => market },
    faults: counts.faults,
    disturbedUntil: () => 0,
    refusedUntil: () => refused.until,
    holderOf: (account) => journal.holderOf(account),
    accountOf: (apiKey) => (apiKey === 'key' ? accountId : undefined),
    databaseCutSince: () => cut.since,
    mayBeBusy: () => false,
    isExpectedLine: () => false,
    isExempt: () => false,
  });
  return { clock, journal, node, violations, context, market, bot, counts, cut, refused, monitors };
}
