// Checks that the end of a bot in error has its cause in the data of the exchange.
import { formatDecimal } from '@rondo/decimal';
import type { BotState } from '@rondo/strategy';
import { slotOf, type CheckContext } from './checkers.ts';
import type { CheckedBot } from './roster.ts';
import { isLive, type TrueFill } from './truth.ts';

type Cause = (context: CheckContext, bot: CheckedBot) => boolean;

/** A bot ends with each of these errors only when the exchange shows the cause. Every other error is an error of the program. */
const causes: Readonly<Record<string, Cause>> = {
  closed_externally: hasOutsideExit,
  reduced_externally: hasOutsideExit,
  entry_missed: hasUnfilledOpening,
  order_rejected: wasRefused,
  no_budget: lacksMargin,
  below_min_size: lacksMargin,
};

/** The final refusals among the codes of F-REJECT. A lack of margin is final for an exit only (strategy 5). */
const finalCodes: ReadonlySet<string> = new Set(['51000', '51004', '51008']);
/** A bot gets the error `order_rejected` after this number of final refusals of one slot. */
const refusalsMax = 3;

/** Counts the final refusals in a response to the engine. */
export function noteRefusals(context: CheckContext, text: string): void {
  for (const [, clientId = '', code = ''] of text.matchAll(/lOrdId":"(\w+)"[^{}]*"sCode":"(\d+)"/g)) {
    const slot = slotOf(context, clientId);
    if (slot === null || !finalCodes.has(code)) continue;
    const name = `${slot.botNumber}/${slot.round}/${slot.kind}/${slot.step}`;
    context.seen.refusals.set(name, (context.seen.refusals.get(name) ?? 0) + 1);
  }
}

/** Returns what is wrong with the error of a bot, or null when the exchange shows its cause. */
export function unexplainedEnd(
  context: CheckContext,
  bot: CheckedBot,
  state: Pick<BotState, 'errorKey'>,
): string | null {
  const { errorKey } = state;
  if (errorKey === null) return null;
  const cause = causes[errorKey];
  if (cause === undefined) return `the bot has the error ${errorKey}`;
  return cause(context, bot)
    ? null
    : `the bot has the error ${errorKey}, and the exchange shows no cause of this error`;
}

// A fill on the exit side that is no fill of an order of the bot.
function hasOutsideExit(context: CheckContext, bot: CheckedBot): boolean {
  const exitSide: TrueFill['side'] = bot.config.direction === 'long' ? 'sell' : 'buy';
  return bot.market.fills
    .slice(bot.before.fills, bot.after?.fills)
    .some((fill) => fill.side === exitSide && slotOf(context, fill.clOrdId) === null);
}

// The last opening order of the bot ended without a fill, or the exchange refused it.
function hasUnfilledOpening(context: CheckContext, bot: CheckedBot): boolean {
  const openings = (context.journal.intentsByBot.get(bot.botId) ?? []).flatMap((id) => {
    const intent = context.journal.intents.get(id);
    return intent?.verb === 'place' && intent.slot.kind === 'entry' && intent.slot.step === 1 ? [intent] : [];
  });
  const last = openings.at(-1);
  if (last === undefined) return false;
  const order = bot.market.byClientId.get(last.clientId);
  return order === undefined
    ? last.state === 'rejected' || last.state === 'never'
    : !isLive(order) && order.filledLots === 0n;
}

// The exchange gave the engine so many final refusals of orders of one slot that the bot stops its entries.
function wasRefused({ seen }: CheckContext, { botNumber }: CheckedBot): boolean {
  return [...seen.refusals].some(([name, times]) => times >= refusalsMax && name.startsWith(`${botNumber}/`));
}

// The account has less than the budgets of its bots, because it lost money or had too little from the beginning. The budget of the next round is then smaller than the first budget.
function lacksMargin(context: CheckContext, bot: CheckedBot): boolean {
  const budgets = context.roster.all
    .filter((each) => each.accountId === bot.accountId && each.createdAt <= bot.createdAt)
    .reduce((sum, each) => sum + Number(formatDecimal(each.config.allocation)), 0);
  const balance = context.truth.billsByAccount().get(bot.venueAccount)?.at(-1)?.balance ?? 0n;
  return hasLoss(context, bot) || Number(balance) / 1e18 < budgets;
}

// The bills of the bot add up to a loss, so the budget of the next round is smaller than the first budget.
function hasLoss(_context: CheckContext, bot: CheckedBot): boolean {
  const bills = bot.market.bills.slice(bot.before.bills, bot.after?.bills);
  return bills.reduce((sum, bill) => sum + bill.change, 0n) < 0n;
}
