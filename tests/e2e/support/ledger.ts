// Computes the exact sum of the bills of the exchange for some orders. This module uses no code of the product.
import { readLedger } from './exchange-truth.ts';
import type { Product } from './product.ts';

const PLACES = 18;

/**
 * Returns the sum of all bills for the orders of these fills, without trailing zeros. A funding bill has no order id, so the sum does not
 * contain the funding that was paid while the bot ran.
 */
export async function netOfBills(product: Product, fills: Readonly<Record<string, unknown>>): Promise<string> {
  // The contract of GET /api/bots/:id/fills defines items with the order ids of the exchange.
  const items = fills['items'] as readonly { readonly order_id: string }[];
  const orders = new Set(items.map((fill) => fill.order_id));
  const ledger = await readLedger(product.home);
  const bills = ledger.bills.filter((bill) => orders.has(bill['ordId'] ?? ''));
  if (bills.length < items.length)
    throw new Error(`The server reports ${items.length} fills, but the exchange has only ${bills.length} bills.`);
  return unitsToText(bills.reduce((sum, bill) => sum + textToUnits(bill['balChg'] ?? ''), 0n));
}

function textToUnits(text: string): bigint {
  const [amount, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (amount === undefined) throw new Error(`The text "${text}" is not an amount.`);
  if (fraction.length > PLACES) throw new Error(`The amount ${text} has more than ${PLACES} decimal places.`);
  return BigInt(`${sign}${whole}${fraction.padEnd(PLACES, '0')}`);
}

function unitsToText(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}
