// Gives changed rules of an instrument to its bots.
import { commonStep, compareDecimals, type Decimal } from '@rondo/decimal';
import { gridChange, rulesAfter, type InstrumentRules, type OrderRules } from '@rondo/strategy';
import type { ActorContext } from '../actor/context.ts';
import { beginFacts, commit } from '../actor/context.ts';
import { dispatchEvent, isEnded, type FactContext } from '../facts/batch.ts';
import { instrumentsOf, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { restingExitsOf } from '../memory/resting-exits.ts';
import type { AccountStream, InstrumentReport } from '../ports/index.ts';
import { noteTradingState } from './trading-state.ts';
import { refineMemory } from './units.ts';

/**
 * Dispatches the changed rules to the bots, in a transaction before the pass, because all other facts of the pass are in the units of the
 * bots. When the units of a bot become smaller, readings and pushed messages in the old units are dropped.
 */
export async function followRules(context: ActorContext, stream: Pick<AccountStream, 'watch'>): Promise<void> {
  const { memory, tasks } = context;
  if (!hasNewReport(memory)) return;
  const facts = beginFacts(context);
  const refined = [...memory.bots.values()].filter((bot) => applyReport(facts, bot));
  const isFrozenRefined = followFrozen(memory);
  if (refined.length > 0 || isFrozenRefined) {
    const kept = memory.hints.filter(({ kind }) => kind !== 'order' && kind !== 'positions');
    memory.hints.splice(0, memory.hints.length, ...kept);
    tasks.drop(['snapshot', 'lookup/']);
    for (const instrument of instrumentsOf(memory)) stream.watch(instrument);
  }
  await commit(context, facts);
}

// A report is an object that never changes, so a bot compares its rules with each report only once.
function hasNewReport({ bots, frozen, instruments }: AccountMemory): boolean {
  if (frozen.size > 0) return true;
  for (const bot of bots.values()) {
    const report = instruments.get(bot.config.instrument.id);
    if (report !== undefined && report !== bot.followedReport && !isEnded(bot)) return true;
  }
  return false;
}

// The stop of a frozen bot also uses the present rules. Returns true when the units of a frozen bot became smaller.
function followFrozen(memory: AccountMemory): boolean {
  let isRefined = false;
  for (const [botId, frozen] of memory.frozen) {
    const before = frozen.market?.instrument;
    const report = before === undefined ? undefined : memory.instruments.get(before.id);
    if (frozen.market === null || before === undefined || report === undefined || !isChange(before, report)) continue;
    const instrument = rulesAfter(before, report);
    memory.frozen.set(botId, { ...frozen, market: { ...frozen.market, instrument } });
    if (instrument.tickSz === before.tickSz && instrument.lotSz === before.lotSz) continue;
    memory.snapshot = null;
    memory.isSnapshotWanted = true;
    isRefined = true;
  }
  return isRefined;
}

// Returns true when the units of the bot became smaller.
function applyReport(facts: FactContext, bot: BotMemory): boolean {
  const { memory, batch } = facts;
  const before = bot.config.instrument;
  const report = memory.instruments.get(before.id);
  if (report === undefined || report === bot.followedReport || isEnded(bot)) return false;
  bot.followedReport = report;
  noteTradingState(facts, bot, report);
  if (!isChange(before, report)) return false;
  dispatchEvent(batch, bot, {
    key: { kind: 'rules', position: bot.position + 1 },
    event: { kind: 'rules', rules: report.rules, units: report.units, ...restingExitsOf(memory, bot) },
  });
  // Orders that the exchange refused because of the old rules are placed again without a wait.
  bot.backoffs.clear();
  memory.isSnapshotWanted = true;
  const change = gridChange(before, bot.config.instrument);
  if (change.ticks === 1n && change.lots === 1n) return false;
  refineMemory(memory, bot, change);
  return true;
}

// A larger maximum size is used with the next other change. When the value of a contract changes, every size has another meaning, so no
// rules are taken over.
function isChange(before: InstrumentRules, { rules, units, contractValue }: InstrumentReport): boolean {
  if (compareDecimals(before.ctVal, contractValue) !== 0) return false;
  return (
    commonStep(before.tickSz, units.tickSz) !== before.tickSz ||
    commonStep(before.lotSz, units.lotSz) !== before.lotSz ||
    compareDecimals(before.orderTickSz ?? before.tickSz, rules.tickSz) !== 0 ||
    compareDecimals(before.orderLotSz ?? before.lotSz, rules.lotSz) !== 0 ||
    compareDecimals(before.minSz, rules.minSz) !== 0 ||
    isSmaller(rules.maxLimitSz, before.maxLimitSz) ||
    isSmaller(rules.maxMarketSz, before.maxMarketSz)
  );
}

function isSmaller(bound: OrderRules['maxLimitSz'], before: Decimal | undefined): boolean {
  return bound !== undefined && before !== undefined && compareDecimals(bound, before) < 0;
}
