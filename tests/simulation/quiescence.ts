// What must hold when the faults have ended and the market stands still: nothing unknown, everything told, open orders as desired.
import { clientOrderId, type IntentRow } from '@rondo/engine';
import { decodeState, desiredOrders, openSize, type BotState } from '@rondo/strategy';
import type { CheckParts } from './checkers.ts';
import { isLive } from './truth.ts';

/** Ends that an unlucky network or market may bring without anything being wrong. */
const honestErrors: ReadonlySet<string> = new Set(['entry_missed', 'no_budget', 'below_min_size', 'closed_externally']);

/** I21, I22, L01, L02 and L03 at the end of the healing phase. */
export function checkQuiescence(
  parts: CheckParts,
  bot: {
    readonly botId: string;
    readonly botNumber: number;
    readonly wasStopped: boolean;
    readonly stopCloses: boolean;
  },
): void {
  const { journal, truth } = parts;
  const fail = (invariant: string, text: string): void => parts.report({ invariant, at: parts.now(), text });
  const stored = new Set([...journal.fills.values()].map((fill) => fill.fillId));
  for (const fill of truth.fills)
    if (!stored.has(fill.tradeId)) fail('I22', `fill ${fill.tradeId} of ${fill.clOrdId} never reached the journal`);
  for (const intent of journal.intents.values())
    if (isUnsettled(intent)) fail('L03', `intent ${intent.id} is still ${intent.state}`);
  const view = journal.views.get(bot.botId);
  if (view === undefined) return fail('L01', 'the bot has no view');
  const state = decodeState(JSON.parse(view.state));
  const booked = parts.direction === 'long' ? openSize(state) : -BigInt(openSize(state));
  const isLeft = state.completion === 'stopped_left_open';
  if (!isLeft && booked !== truth.position) fail('I21', `the bot holds ${booked} and the exchange ${truth.position}`);
  if (state.errorKey !== null && !honestErrors.has(state.errorKey)) fail('L01', `the bot ended in ${state.errorKey}`);
  if (bot.wasStopped && view.status !== 'completed') fail('L02', `a stopped bot is ${view.phase}`);
  if (bot.wasStopped && bot.stopCloses && truth.position !== 0n) fail('L02', `a closed bot left ${truth.position}`);
  checkOpenOrders(parts, { ...bot, state, isCompleted: view.status === 'completed' });
}

function isUnsettled(intent: IntentRow): boolean {
  return intent.state === 'unknown' || intent.state === 'sent' || (intent.verb !== 'place' && intent.state === 'live');
}

function checkOpenOrders(
  parts: CheckParts,
  bot: { readonly botId: string; readonly botNumber: number; readonly state: BotState; readonly isCompleted: boolean },
): void {
  const wanted = new Map<string, string>();
  const isUserSkipped = new Set(
    (parts.journal.events.get(bot.botId) ?? [])
      .filter((event) => event.key.endsWith(':user'))
      .map((event) => slotPart(event.key.split(':')[1] ?? '')),
  );
  for (const desired of bot.isCompleted ? [] : desiredOrders(bot.state)) {
    const id = clientOrderId(
      { ...desired.slot, generation: desired.generation, botId: bot.botId, botNumber: bot.botNumber },
      parts.keyedHash,
    );
    if (!isUserSkipped.has(slotPart(id))) wanted.set(id, `${desired.price}x${desired.lots}`);
  }
  for (const order of parts.truth.orders.values()) {
    if (!isLive(order) || order.clOrdId === '') continue;
    if (isUserSkipped.has(slotPart(order.clOrdId))) continue;
    const plan = wanted.get(order.clOrdId);
    wanted.delete(order.clOrdId);
    if (plan !== `${order.ticks}x${order.lots}`)
      parts.report({
        invariant: 'L01',
        at: parts.now(),
        text: `order ${order.clOrdId} rests at ${order.ticks}x${order.lots}, wanted ${plan ?? 'not at all'}`,
      });
  }
  for (const [id, plan] of wanted)
    parts.report({
      invariant: 'L01',
      at: parts.now(),
      text: `order ${id} ${plan} is wanted and does not rest (phase ${bot.state.status})`,
    });
}

// Of an id: all but generation and check.
function slotPart(clientId: string): string {
  return clientId.slice(0, 17);
}
