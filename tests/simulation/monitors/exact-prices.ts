// Checks that the average entry and the exit prices of a bot equal exact arithmetic over its stored fills (I24).
import { compareFractions, decimal, fraction, subtractFractions, toFraction, type Fraction } from '@rondo/decimal';
import type { FactBatch } from '@rondo/engine/ports';
import { decodeState, desiredOrders, type BotConfig, type BotState, type StrategyEvent } from '@rondo/strategy';
import type { CheckContext } from '../checks/checkers.ts';
import { averageOf, bookFill, exitOfBase, exitOfLot, newBook, type RoundBook } from './round-book.ts';

/** These events change lots in a way that the book of a round does not contain. The next round has a book again. */
const foreign: ReadonlySet<StrategyEvent['kind']> = new Set(['liquidated', 'externalClose', 'expired', 'rules']);
/** The stored average has at least twelve exact places. */
const averageTolerance = fraction(1n, 10n ** 12n);

export type ExactPrices = {
  /** Adds the events of a bot in one transaction, and checks the view that the transaction stores. */
  stored(botId: string, events: readonly StrategyEvent[], view: FactBatch['views'][number]): void;
};

/** Returns a check over bots without events. */
export function createExactPrices(context: CheckContext): ExactPrices {
  /** Null: the round of the bot has lots that the stored fills do not explain. */
  const books = new Map<string, RoundBook | null>();
  /** The configurations of the bots whose instrument has changed its rules. */
  const changed = new Map<string, BotConfig>();
  return {
    stored(botId, events, view) {
      if (events.some(({ kind }) => kind === 'rules')) changed.set(botId, decodeState(JSON.parse(view.state)).config);
      const config = changed.get(botId) ?? context.roster.byId(botId)?.config;
      if (config === undefined) return;
      let [book, hasFill] = [books.get(botId) ?? null, false];
      for (const event of events) {
        book = after(book, event, config);
        hasFill ||= event.kind === 'fill';
      }
      books.set(botId, book);
      if (!hasFill || book === null || view.phase === 'error') return;
      const wrong = wrongPrice(book, decodeState(JSON.parse(view.state)), { config, entryPrice: view.entryPrice });
      if (wrong !== null) context.report({ invariant: 'I24', at: context.now(), text: `${botId}: ${wrong}` });
    },
  };
}

function after(book: RoundBook | null, event: StrategyEvent, config: BotConfig): RoundBook | null {
  if (foreign.has(event.kind)) return null;
  if (event.kind !== 'fill') return book;
  const isOpening = event.slot.kind === 'entry' && event.slot.step === 1;
  const current = isOpening && event.slot.round !== book?.round ? newBook(event.slot.round) : book;
  if (current === null || event.slot.round !== current.round) return null;
  return bookFill(current, event, config) ? current : null;
}

// Returns what is wrong with the prices of a state, or null. An exit of a closing round has no price of its own.
function wrongPrice(
  book: RoundBook,
  state: BotState,
  { config, entryPrice }: { readonly config: BotConfig; readonly entryPrice: string | null },
): string | null {
  const { round } = state;
  if (round === null || round.round !== book.round || state.lateLot.entered !== state.lateLot.exited) return null;
  const planned = (step: number): bigint | null => round.plan?.steps[step - 1]?.price ?? null;
  for (const { slot, price } of desiredOrders(state)) {
    const lot = book.lots.get(slot.step);
    const exact =
      slot.kind === 'baseExit'
        ? exitOfBase(book, config, planned)
        : slot.kind === 'takeProfit' && lot !== undefined
          ? exitOfLot(lot, config)
          : price;
    if (exact !== price) return `the exit ${slot.kind} of step ${slot.step} has the price ${price} and not ${exact}`;
  }
  const average = book.baseExited === 0n ? averageOf(book, config) : null;
  if (average === null || isNear(entryPrice, average)) return null;
  return `the average entry price is ${entryPrice} and not ${average.n}/${average.d}`;
}

function isNear(text: string | null, exact: Fraction): boolean {
  if (text === null) return false;
  const difference = subtractFractions(toFraction(decimal(text)), exact);
  const size = difference.n < 0n ? fraction(-difference.n, difference.d) : difference;
  return compareFractions(size, averageTolerance) <= 0;
}
