// Checks that each bill balances, and that the result of a bot without a position is the sum of its stored fills and fundings (I26).
import {
  add,
  compareDecimals,
  decimal,
  decimalOf,
  formatDecimal,
  multiply,
  subtract,
  zero,
  type Decimal,
} from '@rondo/decimal';
import type { FactBatch } from '@rondo/engine/ports';
import type { BotConfig, StrategyEvent } from '@rondo/strategy';
import type { CheckContext } from '../checks/checkers.ts';

/** The lots and the money of a bot. Null: events that are no fills of the orders of the bot have closed lots. */
type Account = { readonly lots: bigint; readonly money: Decimal } | null;

const foreign: ReadonlySet<StrategyEvent['kind']> = new Set(['liquidated', 'externalClose', 'expired', 'rules']);

export type BalanceWatch = {
  /** Adds the events of a bot in one transaction, and checks the result that the transaction stores. */
  stored(botId: string, events: readonly StrategyEvent[], view: FactBatch['views'][number]): void;
  billed(bills: FactBatch['bills']): void;
};

/** Returns a watch over bots without events. */
export function createBalanceWatch(context: CheckContext): BalanceWatch {
  const accounts = new Map<string, Account>();
  const fail = (text: string): void => context.report({ invariant: 'I26', at: context.now(), text });
  return {
    stored(botId, events, { positionSize, realisedPnl, phase, endReason }) {
      const config = context.roster.byId(botId)?.config;
      if (config === undefined) return;
      const before = accounts.get(botId);
      const account = events.reduce(
        (sum: Account, event) => (sum === null || foreign.has(event.kind) ? null : after(sum, event, config)),
        before === undefined ? { lots: 0n, money: zero } : before,
      );
      accounts.set(botId, account);
      // A bot that leaves its position to its owner has no position of its own afterwards.
      const isLeft = endReason === 'stopped_left_open';
      if (account === null || Number(positionSize) !== 0 || phase === 'error' || isLeft) return;
      if (account.lots !== 0n) fail(`${botId} has no position, but its fills leave ${account.lots} lots open`);
      else if (compareDecimals(account.money, decimal(realisedPnl)) !== 0)
        fail(`${botId} has the result ${realisedPnl}, but its fills and fundings give ${formatDecimal(account.money)}`);
    },
    billed(bills) {
      for (const { billId, kind, balanceChange, pnl, fee } of bills)
        if (kind !== 'transfer' && compareDecimals(balanceChange, add(pnl, fee)) !== 0)
          fail(`bill ${billId} changes the balance by ${formatDecimal(balanceChange)} and has another profit and fee`);
    },
  };
}

function after(sum: NonNullable<Account>, event: StrategyEvent, config: BotConfig): Account {
  if (event.kind === 'funding') return { ...sum, money: add(sum.money, event.amount) };
  if (event.kind !== 'fill') return sum;
  const { tickSz, lotSz, ctVal } = config.instrument;
  const isBuy = (event.slot.kind === 'entry') === (config.direction === 'long');
  const value = multiply(decimalOf(event.price * event.lots), multiply(multiply(tickSz, lotSz), ctVal));
  const paid = add(isBuy ? value : subtract(zero, value), event.fee);
  return { lots: sum.lots + (isBuy ? event.lots : -BigInt(event.lots)), money: subtract(sum.money, paid) };
}
