// An independent accountant. It reads only the bills and fills of the exchange, computes every amount again with its own arithmetic, and
// compares the result with the bills and with the journal (reliability 3.5).
import { compareDecimals, decimalOf, formatDecimal } from '@rondo/decimal';
import type { InstrumentRules } from '@rondo/strategy';
import type { CheckContext } from './checkers.ts';
import type { TrueBill, TrueFill, TrueMarket, Truth } from './truth.ts';

/** Money is counted in units of 1e-18 USDT. */
const digits = 18;
/** The fee rates of the exchange in 1/10,000 of the value: of a maker and of a taker. */
const feeRates = { maker: 2n, taker: 5n } as const;
const feeBase = 10_000n;
/** The exchange rounds a profit to a whole unit of its books, so a profit may differ by 1e-8 USDT. */
const profitTolerance = 10n ** 10n;

type AccountantDeps = { readonly context: CheckContext; readonly truth: Pick<Truth, 'billsByAccount'> };

/** Checks the balances of all accounts, the fees and profits of all fills, and every bill of the journal. */
export function checkAccounts({ context, truth }: AccountantDeps): void {
  const known = new Map<string, TrueBill>();
  for (const [venueAccount, bills] of truth.billsByAccount()) {
    checkBalances(context, venueAccount, bills);
    for (const bill of bills) known.set(bill.billId, bill);
  }
  checkJournal(context, known);
  const markets = new Map(context.roster.all.map(({ market, config }) => [market, config.instrument]));
  for (const [market, rules] of markets) checkFills(context, market, rules);
}

// The balance after each bill is the balance before it plus the change of the bill.
function checkBalances(context: CheckContext, venueAccount: string, bills: readonly TrueBill[]): void {
  let balance = 0n;
  for (const bill of bills.toSorted((a, b) => (BigInt(a.billId) < BigInt(b.billId) ? -1 : 1))) {
    balance += bill.change;
    if (balance === bill.balance && bill.change === bill.pnl + bill.fee + (bill.moved ?? 0n)) continue;
    return fail(context, `bill ${bill.billId} of ${venueAccount} has the balance ${bill.balance} and not ${balance}`);
  }
}

// Every bill of the journal is a bill of the exchange with the same amount.
function checkJournal(context: CheckContext, known: ReadonlyMap<string, TrueBill>): void {
  for (const [billId, stored] of context.journal.bills) {
    const bill = known.get(billId);
    if (bill !== undefined && compareDecimals(stored.balanceChange, decimalOf(bill.change, digits)) === 0) continue;
    fail(
      context,
      `bill ${billId} is ${formatDecimal(stored.balanceChange)} in the journal and ${bill?.change ?? 'absent'} at the exchange`,
    );
  }
}

// The cost is the price that was paid for the lots, in units of 1e-18 USDT.
type Holding = { lots: bigint; cost: bigint };

// The fee of a fill is a part of its value. The profit of a closing fill is the difference from the average price of the position.
function checkFills(context: CheckContext, market: TrueMarket, rules: InstrumentRules): void {
  const unit = unitOf(rules);
  const holdings = new Map<string, Holding>();
  for (const fill of market.fills) {
    const holding = holdings.get(fill.posSide) ?? { lots: 0n, cost: 0n };
    holdings.set(fill.posSide, holding);
    const profit = takeFill(holding, fill, unit);
    const fee = -(fill.ticks * fill.lots * unit * (fill.isMaker ? feeRates.maker : feeRates.taker)) / feeBase;
    if (fill.fee !== fee) fail(context, `fill ${fill.tradeId} of ${rules.id} has the fee ${fill.fee} and not ${fee}`);
    if (magnitude(fill.pnl - profit) > profitTolerance)
      fail(context, `fill ${fill.tradeId} of ${rules.id} has the profit ${fill.pnl} and not ${profit}`);
  }
}

// Adds a fill to a holding with signed lots. Returns the profit of the closed part.
function takeFill(holding: Holding, { side, ticks, lots }: TrueFill, unit: bigint): bigint {
  const signed = side === 'buy' ? lots : -lots;
  const isClosing = holding.lots * signed < 0n;
  const held = magnitude(holding.lots);
  const closed = isClosing ? (lots < held ? lots : held) : 0n;
  const direction = holding.lots < 0n ? -1n : 1n;
  const share = held === 0n ? 0n : (holding.cost * closed) / held;
  holding.cost -= share;
  holding.lots += signed;
  holding.cost += ticks * (lots - closed) * unit;
  return (ticks * closed * unit - share) * direction;
}

// Returns the value of one tick on one lot.
function unitOf({ tickSz, lotSz, ctVal }: InstrumentRules): bigint {
  const scale = tickSz.scale + lotSz.scale + ctVal.scale;
  return tickSz.units * lotSz.units * ctVal.units * 10n ** BigInt(digits - scale);
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function fail(context: CheckContext, text: string): void {
  context.report({ invariant: 'I23', at: context.now(), text });
}
