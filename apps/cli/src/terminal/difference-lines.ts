// The differences between journal and exchange as lines for a terminal.
import { differs, type AccountDifferences } from '../restore/account-differences.ts';
import { textTable } from './text-table.ts';

/** Returns a line with the sums, a table of the accounts that were read and differ, a line for each difference, and what to do about accounts that were not read. */
export function differenceLines(accounts: readonly AccountDifferences[]): readonly string[] {
  const different = accounts.filter(differs);
  const read = different.filter(({ problem }) => problem === null);
  const unread = different.length - read.length;
  const sum = `Accounts: ${accounts.length}. Journal and exchange differ: ${read.length}. Not read: ${unread}.`;
  const details = different.flatMap(detailLines);
  return [sum, ...(read.length === 0 ? [] : tableOf(read)), ...details, ...(unread === 0 ? [] : [unreadSentence])];
}

const unreadSentence =
  'The accounts that were not read were not compared. The exchange must be reachable from this machine. The sandbox runs while its server runs.';

function tableOf(accounts: readonly AccountDifferences[]): readonly string[] {
  const head = ['account', 'known orders', 'unknown orders', 'other orders', 'missing orders', 'positions'];
  const rows = accounts.map((each) => [
    nameOf(each),
    ...[each.knownOrders, each.unknownOrders.length, each.otherOrders].map(String),
    ...[each.missingOrders.length, each.positions.length].map(String),
  ]);
  return textTable([head, ...rows]);
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
