// The differences between journal and exchange as lines for a terminal.
import { differs, type AccountDifferences } from '../restore/account-differences.ts';
import { textTable } from './text-table.ts';

/** Returns a line with the sums, a table of the accounts that differ, and a line for each of their orders and positions. */
export function differenceLines(accounts: readonly AccountDifferences[]): readonly string[] {
  const different = accounts.filter(differs);
  const unread = accounts.filter(({ problem }) => problem !== null).length;
  const sum = `Accounts: ${accounts.length}. Journal and exchange differ: ${different.length - unread}. Not read: ${unread}.`;
  if (different.length === 0) return [sum];
  const head = ['account', 'known orders', 'unknown orders', 'other orders', 'missing orders', 'positions'];
  const rows = different.map((each) => [
    nameOf(each),
    ...[each.knownOrders, each.unknownOrders.length, each.otherOrders].map(String),
    ...[each.missingOrders.length, each.positions.length].map(String),
  ]);
  return [sum, ...textTable([head, ...rows]), ...different.flatMap(detailLines)];
}

function nameOf({ account, label }: AccountDifferences): string {
  return label === '' ? account : `${label} ${account}`;
}

function detailLines(each: AccountDifferences): readonly string[] {
  const name = nameOf(each);
  return [
    ...(each.problem === null ? [] : [`${name}: not read: ${each.problem}`]),
    ...each.unknownOrders.map(({ instrument, clientId }) => `${name}: unknown order ${clientId} on ${instrument}`),
    ...each.missingOrders.map((clientId) => `${name}: order ${clientId} is open only in the journal`),
    ...each.positions.map(
      ({ instrument, exchange, bots }) => `${name}: position on ${instrument}: exchange ${exchange}, bots ${bots}`,
    ),
  ];
}
