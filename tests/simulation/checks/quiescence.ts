// Checks the end of a run, when the faults are off and the prices are constant: no intent is unknown, the journal contains all fills, and the
// orders that rest at the exchange are the desired orders.
import { formatDecimal, compareDecimals, decimalOf } from '@rondo/decimal';
import { clientOrderId, type IntentRow } from '@rondo/engine';
import { decodeEvent, decodeState, desiredOrders, netRealised, openSize, type BotState } from '@rondo/strategy';
import type { CheckContext } from './checkers.ts';
import { checkHeldOrders } from './held-bots.ts';
import type { CheckedBot } from './roster.ts';
import { fundingType, isLive } from './truth.ts';
import { unexplainedEnd } from './end-causes.ts';

/** The sandbox stores an amount of money as a number of units of 1e-18. */
const baseUnitDigits = 18;

/** Whether people have stopped the bot, and whether people have enlarged its position. */
export type Interventions = { readonly wasStopped: boolean; readonly wasEnlarged: boolean };

/** Checks I21, I22, I23, I33, L01, L02 and L03 at the end of the healing phase. */
export function checkQuiescence(context: CheckContext, bot: CheckedBot, interventions: Interventions): void {
  const { journal } = context;
  const { market } = bot;
  const fail = (invariant: string, text: string): void =>
    context.report({ invariant, at: context.now(), text: `${bot.botId}: ${text}` });
  const view = journal.views.get(bot.botId);
  if (view === undefined) return fail('L01', 'the journal has no view of the bot');
  const isOver = view.status === 'completed';
  const isStored = (fillId: string): boolean =>
    journal.fills.has(`${bot.accountId}:${bot.config.instrument.id}:${fillId}`);
  // The engine does not read an account without a running bot, so later manual fills of the account are not in the journal.
  for (const fill of market.fills.slice(bot.before.fills, bot.after?.fills))
    if (!isStored(fill.tradeId) && !(isOver && fill.clOrdId === ''))
      fail('I22', `fill ${fill.tradeId} of ${fill.clOrdId} is not in the journal`);
  for (const id of journal.intentsByBot.get(bot.botId) ?? []) {
    const intent = journal.intents.get(id);
    if (intent !== undefined && isUnsettled(intent)) fail('L03', `intent ${id} is still ${intent.state}`);
  }
  const state = decodeState(JSON.parse(view.state));
  const booked = bot.config.direction === 'long' ? openSize(state) : -BigInt(openSize(state));
  if (!isOver && booked !== market.position)
    fail('I21', `the bot has the position ${booked} and the exchange has the position ${market.position}`);
  const unexplained = unexplainedEnd(context, bot, state);
  if (unexplained !== null) fail('L01', unexplained);
  if (interventions.wasStopped && !isOver) fail('L02', `the bot was stopped, but is in the phase ${view.phase}`);
  if (
    state.completion === 'stopped_closed' &&
    bot.after === null &&
    !interventions.wasEnlarged &&
    market.position !== 0n
  )
    fail('L02', `the bot closed its position, but the exchange has the position ${market.position}`);
  checkMoney(context, bot, { state, isEnlarged: interventions.wasEnlarged });
  if (bot.after !== null) return;
  checkOpenOrders(context, bot, { state, isCompleted: isOver });
  if (!isOver) checkHeldOrders(context, bot);
}

// When the bot has no position, its realised result must equal the sum of all bills of its market.
function checkMoney(
  context: CheckContext,
  bot: CheckedBot,
  { state, isEnlarged }: { readonly state: BotState; readonly isEnlarged: boolean },
): void {
  const { market } = bot;
  if (
    isEnlarged ||
    openSize(state) > 0n ||
    (bot.after === null && market.position !== 0n) ||
    state.completion === 'stopped_left_open'
  )
    return;
  const bills = market.bills.slice(bot.before.bills, bot.after?.bills);
  const isRead = bills.every((bill) => bill.type !== fundingType || context.journal.bills.has(bill.billId));
  if (!isRead && state.completion === null) return;
  const billed = bills.reduce((sum, bill) => sum + bill.change, 0n);
  const own = netRealised(state);
  if (compareDecimals(own, decimalOf(billed, baseUnitDigits)) !== 0)
    context.report({
      invariant: 'I23',
      at: context.now(),
      text: `${bot.botId} has the result ${formatDecimal(own)}, but the bills of its market add up to ${billed} units of 1e-18`,
    });
}

function isUnsettled(intent: IntentRow): boolean {
  return intent.state === 'unknown' || intent.state === 'sent' || (intent.verb !== 'place' && intent.state === 'live');
}

function checkOpenOrders(
  context: CheckContext,
  bot: CheckedBot,
  { state, isCompleted }: { readonly state: BotState; readonly isCompleted: boolean },
): void {
  const wanted = new Map<string, string>();
  const { isUserSkipped, isWaiting } = waitingSlots(context, bot);
  for (const desired of isCompleted ? [] : desiredOrders(state)) {
    const id = clientOrderId(
      { ...desired.slot, generation: desired.generation, botId: bot.botId, botNumber: bot.botNumber },
      context.keyedHash,
    );
    if (!isUserSkipped.has(slotPart(id))) wanted.set(id, `${desired.price}x${desired.lots}`);
  }
  for (const { id, rests } of restingOrders(bot)) {
    if (isUserSkipped.has(slotPart(id))) continue;
    const plan = wanted.get(id);
    wanted.delete(id);
    if (plan !== rests)
      context.report({
        invariant: 'L01',
        at: context.now(),
        text: `order ${id} rests as ${rests}, but the desired order is ${plan ?? 'missing'}`,
      });
  }
  for (const [id, plan] of wanted) {
    if (isWaiting.has(generationPart(id))) continue;
    context.report({
      invariant: 'L01',
      at: context.now(),
      text: `the desired order ${id} is ${plan}, but the order does not rest (phase ${state.status})`,
    });
  }
}

function restingOrders({ market }: CheckedBot): readonly { readonly id: string; readonly rests: string }[] {
  const orders = [...market.orders.values()]
    .filter((order) => isLive(order) && order.clOrdId !== '')
    .map(({ clOrdId, ticks, lots }) => ({ id: clOrdId, rests: `${ticks}x${lots}` }));
  const triggers = [...market.triggers.values()]
    .filter((trigger) => trigger.state === 'live')
    .map(({ algoClOrdId, stopLossTicks, lots }) => ({ id: algoClOrdId, rests: `${stopLossTicks}x${lots}` }));
  return [...orders, ...triggers];
}

// Returns the slots whose order a user has cancelled, and the entries that wait because the exchange rejected the previous order of the slot
// for lack of margin, or because of the current position or price.
function waitingSlots(
  context: CheckContext,
  bot: CheckedBot,
): { readonly isUserSkipped: ReadonlySet<string>; readonly isWaiting: ReadonlySet<string> } {
  const isUserSkipped = new Set<string>();
  const isWaiting = new Set<string>();
  for (const { key, body } of context.journal.events.get(bot.botId) ?? []) {
    const id = key.split(':')[1] ?? '';
    if (key.endsWith(':user')) isUserSkipped.add(slotPart(id));
    const event = decodeEvent(JSON.parse(body));
    if (event.kind !== 'orderClosed' || event.slot.kind !== 'entry') continue;
    if (event.reason !== 'blocked' && event.reason !== 'deferred') continue;
    const next = { ...event.slot, generation: event.generation + 1, botId: bot.botId, botNumber: bot.botNumber };
    isWaiting.add(generationPart(clientOrderId(next, context.keyedHash)));
  }
  return { isUserSkipped, isWaiting };
}

// Returns the client id without its check characters.
function generationPart(clientId: string): string {
  return clientId.slice(0, 20);
}

// Returns the client id without its generation and its check characters.
function slotPart(clientId: string): string {
  return clientId.slice(0, 17);
}
