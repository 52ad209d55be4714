// Converts the facts of the strategy to the log lines that a user reads about a bot. A log line is a message key with
// parameters. The message catalogue contains the sentence.
import {
  formatDecimal,
  fractionToDecimal,
  priceOf,
  sizeOf,
  signOf,
  type Decimal,
  type Lots,
  type Ticks,
} from '@rondo/decimal';
import type { Fact, Slot } from '@rondo/strategy';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { BotLogRow } from '../ports/index.ts';

/** All message keys of the log of a bot. The message catalogue has a text for each key. */
export const botLogKeys = [
  'bots.log.roundOpened',
  'bots.log.waitingForSignal',
  'bots.log.signalRefused',
  'bots.log.openingExpired',
  'bots.log.roundDelayed',
  'bots.log.lockedByStops',
  'bots.log.lockedByLoss',
  'bots.log.guardReleased',
  'bots.log.heldRounds',
  'bots.log.heldEntries',
  'bots.log.released',
  'bots.log.recoveredToTrade',
  'bots.log.recoveredToExit',
  'bots.log.stepFilled',
  'bots.log.exitFilled',
  'bots.log.cycleCompleted',
  'bots.log.roundCompleted',
  'bots.log.botCompleted',
  'bots.log.liquidated',
  'bots.log.entryMissed',
  'bots.log.orderRejected',
  'bots.log.stepBlocked',
  'bots.log.planRefused',
  'bots.log.stopAndCloseAccepted',
  'bots.log.stopAndLeaveAccepted',
  'bots.log.lastRoundSet',
  'bots.log.lastRoundUnset',
  'bots.log.lateFill',
  'bots.log.failed',
  'bots.log.orderBeingVerified',
  'bots.log.orderContradiction',
  'bots.log.orderCancelledOutside',
  'bots.log.exitReplacedOnce',
  'bots.log.positionDiffers',
  'bots.log.orphanOrder',
  'bots.log.ledgerGap',
  'bots.log.rulesChanged',
  'bots.log.entryDropped',
  'bots.log.dustDeclared',
  'bots.log.tradingHalted',
  'bots.log.tradingResumed',
  'bots.log.tradingWillEnd',
  'bots.log.tradingEnded',
] as const;
/** A message key of the log of a bot. */
export type BotLogKey = (typeof botLogKeys)[number];

type Line = Pick<BotLogRow, 'type' | 'parameters'> & { readonly messageKey: BotLogKey };
type LineName = BotLogKey extends `bots.log.${infer Name}` ? Name : never;

const pricePlaces = 8;

/** Returns the log lines of the facts of one event. The fact `eventRefused` has no line. */
export function logsOf(bot: BotMemory, facts: readonly Fact[], at: number): readonly BotLogRow[] {
  return facts.flatMap((fact) => {
    const line = lineOf(bot, fact);
    return line === null ? [] : [{ botId: bot.row.botId, at, ...line }];
  });
}

function line(type: Line['type'], name: LineName, parameters: Line['parameters']): Line {
  return { type, messageKey: `bots.log.${name}`, parameters };
}

const slotOf = ({ kind, step }: Slot): Line['parameters'] => ({ kind, step: String(step) });

/** The facts about one order. Every other fact is about a round or the bot. */
type OrderFact = Extract<
  Fact,
  {
    readonly kind:
      | 'stepFilled'
      | 'exitFilled'
      | 'entryMissed'
      | 'orderRejected'
      | 'stepBlocked'
      | 'lateFill'
      | 'entryDropped'
      | 'dustDeclared';
  }
>;

/** The facts about holds (strategy 8.6). */
type HoldLineFact = Extract<
  Fact,
  { readonly kind: 'roundDelayed' | 'guardLocked' | 'guardReleased' | 'held' | 'released' }
>;

function lineOf(bot: BotMemory, fact: Fact): Line | null {
  switch (fact.kind) {
    case 'stepFilled':
    case 'exitFilled':
    case 'entryMissed':
    case 'orderRejected':
    case 'stepBlocked':
    case 'lateFill':
    case 'entryDropped':
    case 'dustDeclared':
      return orderLine(bot, fact);
    case 'roundOpened':
      return line('OTHER', 'roundOpened', {
        round: String(fact.round),
        budget: formatDecimal(fact.budget),
        price: formatDecimal(fractionToDecimal(fact.price, pricePlaces, 'halfUp')),
        size: sizeText(bot, fact.lots),
      });
    case 'waitingForSignal':
    case 'openingExpired':
      return line('OTHER', fact.kind, { round: String(fact.round) });
    case 'signalRefused':
      return line('OTHER', 'signalRefused', { reason: fact.why });
    case 'roundDelayed':
    case 'guardLocked':
    case 'guardReleased':
    case 'held':
    case 'released':
      return holdLine(fact);
    case 'recovered':
      return line('OTHER', fact.as === 'continue' ? 'recoveredToTrade' : 'recoveredToExit', {});
    case 'cycleCompleted':
    case 'roundCompleted':
      return resultLine(fact);
    case 'botCompleted':
      return line('OTHER', 'botCompleted', { reason: fact.reason, netPnl: formatDecimal(fact.netPnl) });
    case 'liquidated':
      return line('LOSS', 'liquidated', { round: String(fact.round), netPnl: formatDecimal(fact.netPnl) });
    case 'planRefused':
      return line('ERROR', 'planRefused', { round: String(fact.round), reason: fact.refusal.kind });
    case 'stopAccepted':
      return line('OTHER', fact.closePosition ? 'stopAndCloseAccepted' : 'stopAndLeaveAccepted', {});
    case 'lastChanged':
      return line('OTHER', fact.isLast ? 'lastRoundSet' : 'lastRoundUnset', {});
    case 'rulesChanged':
      return line('OTHER', 'rulesChanged', {
        tickSz: formatDecimal(fact.rules.tickSz),
        lotSz: formatDecimal(fact.rules.lotSz),
        minSz: formatDecimal(fact.rules.minSz),
      });
    case 'error':
      return line('ERROR', 'failed', { reason: fact.key });
    case 'eventRefused':
      return null;
    default:
      return fact satisfies never;
  }
}

function holdLine(fact: HoldLineFact): Line {
  switch (fact.kind) {
    case 'roundDelayed':
      return line('OTHER', 'roundDelayed', { minutes: String(fact.minutes) });
    case 'guardLocked':
      return fact.lock === 'stops'
        ? line('ERROR', 'lockedByStops', { stops: String(fact.stops) })
        : line('ERROR', 'lockedByLoss', { netPnl: formatDecimal(fact.net) });
    case 'guardReleased':
      return line('OTHER', 'guardReleased', {});
    case 'held':
      return line('OTHER', fact.level === 'rounds' ? 'heldRounds' : 'heldEntries', { reason: fact.by });
    case 'released':
      return line('OTHER', 'released', { reason: fact.by });
    default:
      return fact satisfies never;
  }
}

function resultLine(fact: Extract<Fact, { readonly kind: 'cycleCompleted' | 'roundCompleted' }>): Line {
  if (fact.kind === 'cycleCompleted')
    return line(resultType(fact.netPnl), 'cycleCompleted', {
      round: String(fact.round),
      step: String(fact.step),
      cycle: String(fact.cycle),
      netPnl: formatDecimal(fact.netPnl),
    });
  // The position of such a round is still open, so its realised part is neither a profit nor a loss.
  return line(fact.reason === 'leave' ? 'OTHER' : resultType(fact.netPnl), 'roundCompleted', {
    round: String(fact.round),
    reason: fact.reason,
    netPnl: formatDecimal(fact.netPnl),
  });
}

function orderLine(bot: BotMemory, fact: OrderFact): Line {
  switch (fact.kind) {
    case 'stepFilled':
      return line('ORDER', 'stepFilled', {
        round: String(fact.round),
        step: String(fact.step),
        price: priceText(bot, fact.price),
        size: sizeText(bot, fact.lots),
      });
    case 'exitFilled':
      return line('ORDER', 'exitFilled', {
        round: String(fact.round),
        step: String(fact.step),
        kind: fact.slotKind,
        price: priceText(bot, fact.price),
        size: sizeText(bot, fact.lots),
      });
    case 'entryMissed':
      return line('ORDER', 'entryMissed', { round: String(fact.round), attempt: String(fact.attempt) });
    case 'orderRejected':
      return line('ERROR', 'orderRejected', { ...slotOf(fact.slot), code: fact.code ?? '' });
    case 'stepBlocked':
      return line('ERROR', 'stepBlocked', { round: String(fact.round), step: String(fact.step) });
    case 'entryDropped':
      return line('ERROR', 'entryDropped', { round: String(fact.round), step: String(fact.step) });
    case 'dustDeclared':
      return line('ERROR', 'dustDeclared', { size: sizeText(bot, fact.lots) });
    case 'lateFill':
      return line('ORDER', 'lateFill', { round: String(fact.round), size: sizeText(bot, fact.lots) });
    default:
      return fact satisfies never;
  }
}

// A round without a fill ends with the result 0, which is not a profit.
function resultType(netPnl: Decimal): 'PROFIT' | 'LOSS' | 'OTHER' {
  const sign = signOf(netPnl);
  return sign > 0 ? 'PROFIT' : sign < 0 ? 'LOSS' : 'OTHER';
}

function priceText(bot: BotMemory, price: Ticks): string {
  return formatDecimal(priceOf(price, bot.config.instrument.tickSz));
}

function sizeText(bot: BotMemory, lots: Lots): string {
  return formatDecimal(sizeOf(lots, bot.config.instrument.lotSz));
}
