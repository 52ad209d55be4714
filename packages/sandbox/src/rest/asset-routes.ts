// Private REST paths about the funding account: its balance, its transfers from and to the trading account, and its bills.
import { covers, failure, page, success, text, type CoreResponse } from '../wire/envelope.ts';
import { book } from '../accounting/booking.ts';
import { sandboxLimits } from '../limits.ts';
import { instruments } from '../market/instruments.ts';
import { marginOf, withdrawable } from '../accounting/margin.ts';
import { divideDown, formatBaseUnits, ONE, parseBaseUnits } from '../base-units.ts';
import type { Transfer } from '../state/records.ts';
import type { PrivateCall, PrivateRoute } from './account-routes.ts';
import { assetBillRow, assetBillType, currencyRow, transferRow } from '../wire/asset-rows.ts';
import { appendRecord, nextId, recordChange, type Ledger, type World } from '../state/world.ts';

/** The number that OKX uses for the funding account. */
export const FUNDING = '6';
/** The number that OKX uses for the trading account. */
export const TRADING = '18';

/** Funding routes by method and path. */
export const assetRoutes: Readonly<Record<string, PrivateRoute>> = {
  'GET /api/v5/asset/currencies': ({ fields }) =>
    success(covers(fields, 'ccy', 'USDT') ? ['TRC20', 'ERC20'].map(currencyRow) : []),
  'GET /api/v5/asset/balances': balances,
  'GET /api/v5/asset/asset-valuation': valuation,
  'POST /api/v5/asset/transfer': requestTransfer,
  'GET /api/v5/asset/transfer-state': transferState,
  'GET /api/v5/asset/bills': assetBills,
  'GET /api/v5/asset/bills-history': assetBills,
};

function balances({ ledger, fields }: PrivateCall): CoreResponse {
  const bal = formatBaseUnits(ledger.account.funding ?? 0n);
  return success(
    bal === '0' || !covers(fields, 'ccy', 'USDT') ? [] : [{ ccy: 'USDT', bal, frozenBal: '0', availBal: bal }],
  );
}

// The total is in BTC when the request does not name a currency, as on OKX.
function valuation({ world, ledger, fields }: PrivateCall): CoreResponse {
  const ccy = text(fields, 'ccy') || 'BTC';
  const line = world.timelines.get(`${ccy}-USDT-SWAP`);
  if (!line && !['USDT', 'USD', 'USDC'].includes(ccy)) return failure('51000', 'Parameter ccy error', 400);
  const price = line ? BigInt(line.ticks) * line.instrument.tick : ONE;
  const worth = (usdt: bigint): string => formatBaseUnits(divideDown(usdt, price));
  const funding = ledger.account.funding ?? 0n;
  const trading = marginOf(world, ledger).equity;
  const details = { funding: worth(funding), trading: worth(trading), classic: '0', earn: '0' };
  return success([{ details, totalBal: worth(funding + trading), ts: String(world.clock.now()) }]);
}

function requestTransfer({ world, ledger, fields }: PrivateCall): CoreResponse {
  const [from, to, type] = [text(fields, 'from'), text(fields, 'to'), text(fields, 'type') || '0'];
  const ccy = text(fields, 'ccy');
  if (ccy === '') return failure('50014', 'Parameter ccy cannot be empty.', 400);
  if (ccy !== 'USDT' && ![...instruments.values()].some((one) => one.base === ccy))
    return failure('51000', 'Parameter ccy error', 400);
  const amount = parseBaseUnits(text(fields, 'amt'));
  if (amount === undefined || amount <= 0n) return failure('51000', 'Parameter amt error', 400);
  for (const [name, value] of Object.entries({ from, to }))
    if (value !== FUNDING && value !== TRADING) return failure('51000', `Parameter ${name} error`, 400);
  if (type !== '0') return failure('51000', 'Parameter type error', 400);
  if (from === to) return failure('51000', 'Parameter to error', 400);
  if (!/^[A-Za-z0-9]{0,32}$/.test(text(fields, 'clientId'))) return failure('51000', 'Parameter clientId error', 400);
  const free = from === FUNDING ? (ledger.account.funding ?? 0n) : withdrawable(world, ledger);
  if (ccy !== 'USDT' || amount > free) return failure('58350', 'Insufficient balance.');
  const transfer = moveFunds(world, ledger, { amount, from, clientId: text(fields, 'clientId') });
  const { transId, clientId } = transfer;
  return success([{ transId, ccy, clientId, from, amt: formatBaseUnits(amount), to }]);
}

/** Moves USDT between the two accounts of a user. The caller has checked that the amount is available. */
function moveFunds(
  world: World,
  ledger: Ledger,
  wanted: { readonly amount: bigint; readonly from: string; readonly clientId: string },
): Transfer {
  const { account } = ledger;
  const toTrading = wanted.from === FUNDING;
  const to = toTrading ? TRADING : FUNDING;
  const change = toTrading ? wanted.amount : -wanted.amount;
  account.funding = (account.funding ?? 0n) - change;
  const transfer: Transfer = {
    accountId: account.accountId,
    transId: nextId(world),
    clientId: wanted.clientId,
    amount: wanted.amount,
    from: wanted.from,
    to,
    funding: account.funding,
    at: world.clock.now(),
  };
  appendRecord(ledger.transfers, transfer);
  recordChange(world, { kind: 'transfer', value: transfer });
  book(world, ledger, { type: '1', subType: toTrading ? '11' : '12', pnl: change, fee: 0n, from: wanted.from, to });
  world.notices.push({ kind: 'account', accountId: account.accountId, event: 'transferred' });
  return transfer;
}

function transferState({ ledger, fields }: PrivateCall): CoreResponse {
  const [transId, clientId] = [text(fields, 'transId'), text(fields, 'clientId')];
  if (transId === '' && clientId === '')
    return failure('50015', 'Either parameter transId or clientId is required.', 400);
  const found = ledger.transfers.findLast(
    (one) => (transId === '' || one.transId === transId) && (clientId === '' || one.clientId === clientId),
  );
  return found
    ? success([transferRow(found)])
    : failure('58129', "transId is incorrect or transId does not match with 'type'.");
}

function assetBills({ world, ledger, fields }: PrivateCall): CoreResponse {
  const since = world.clock.now() - sandboxLimits.archiveMs;
  const wanted = ledger.transfers.filter(
    (one) =>
      one.at >= since &&
      covers(fields, 'ccy', 'USDT') &&
      covers(fields, 'type', assetBillType(one)) &&
      covers(fields, 'clientId', one.clientId),
  );
  return success(
    page(wanted, fields, { idOf: (one) => String(one.at), limit: sandboxLimits.pageRows }).map(assetBillRow),
  );
}
