// Private REST paths about the account itself: balance, positions, settings and bills.
import { covers, failure, page, success, text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { openEpisode } from '../accounting/booking.ts';
import { sandboxLimits } from '../limits.ts';
import { MAKER_FEE, marginOf, TAKER_FEE } from '../accounting/margin.ts';
import { leverageOf, modeOf } from '../accounting/margin-modes.ts';
import { formatBaseUnits } from '../base-units.ts';
import { listed } from './listed-instruments.ts';
import type { Signer } from '../access/sign-in.ts';
import { balanceRow, billRow, configRow } from '../wire/account-rows.ts';
import type { Row } from '../wire/blank-fields.ts';
import { instrumentRow } from '../wire/market-rows.ts';
import { episodeRow, positionRows } from '../wire/position-rows.ts';
import { recordChange, type Ledger, type World } from '../state/world.ts';

/** An authenticated request with its parsed fields. */
export interface PrivateCall {
  readonly world: World;
  readonly signer: Signer;
  readonly ledger: Ledger;
  /** The query of a GET request, or the fields of a JSON body. */
  readonly fields: Raw;
  /** The body as a list of items. A single object is a list of one item. */
  readonly items: readonly Raw[];
}

/** The function of one private path. */
export type PrivateRoute = (call: PrivateCall) => CoreResponse;

/** Account routes by method and path. */
export const accountRoutes: Readonly<Record<string, PrivateRoute>> = {
  'GET /api/v5/account/config': ({ ledger, signer }) => success([configRow(ledger.account, signer.key)]),
  'GET /api/v5/account/balance': ({ world, ledger, fields }) => success([balanceRow(world, ledger, fields)]),
  'GET /api/v5/account/positions': positions,
  'GET /api/v5/account/instruments': ({ world, fields }) =>
    listed(fields, (instrument) => instrumentRow(world, instrument)),
  'GET /api/v5/account/trade-fee': tradeFee,
  'GET /api/v5/account/bills': (call) => bills(call, sandboxLimits.historyMs),
  'GET /api/v5/account/bills-archive': (call) => bills(call, sandboxLimits.archiveMs),
  'GET /api/v5/account/subtypes': () => success(subtypeRows),
  'GET /api/v5/account/positions-history': positionsHistory,
  'GET /api/v5/account/account-position-risk': positionRisk,
  'POST /api/v5/account/set-position-mode': setPositionMode,
};

/** The bill types that the sandbox writes, with their subtypes and the names that OKX gives them. */
const subtypeRows = [
  { type: '1', typeDesc: 'Transfer', subTypeDetails: ['11', '12'] },
  { type: '2', typeDesc: 'Trade', subTypeDetails: ['1', '2', '3', '4', '5', '6'] },
  { type: '5', typeDesc: 'Liquidation', subTypeDetails: ['100', '101', '102', '103'] },
  { type: '6', typeDesc: 'Margin transfer', subTypeDetails: ['160', '161'] },
  { type: '8', typeDesc: 'Funding fee', subTypeDetails: ['173', '174'] },
  { type: '9', typeDesc: 'ADL', subTypeDetails: ['125', '126', '127', '128'] },
  { type: '10', typeDesc: 'Clawback', subTypeDetails: ['170'] },
].map((row) => ({
  ...row,
  subTypeDetails: row.subTypeDetails.map((subType) => ({ subType, subTypeDesc: row.typeDesc })),
}));

function positions({ world, ledger, fields }: PrivateCall): CoreResponse {
  const instIds = text(fields, 'instId').split(',').filter(Boolean);
  const posIds = text(fields, 'posId').split(',').filter(Boolean);
  if (instIds.length > 10 || posIds.length > 20) return failure('51000', 'Parameter instId error', 400);
  const isNamed = instIds.length + posIds.length > 0;
  const reusedSince = world.clock.now() - sandboxLimits.positionIdMs;
  const found = [...ledger.positions.values()].filter((position) => {
    if (instIds.length > 0 && !instIds.includes(position.instId)) return false;
    if (posIds.length > 0 && !posIds.includes(position.posId)) return false;
    if (!['', 'SWAP', 'ANY'].includes(text(fields, 'instType'))) return false;
    return position.lots > 0n || (isNamed && position.updatedAt >= reusedSince);
  });
  found.sort((left, right) => right.openedAt - left.openedAt);
  return success(positionRows(world, ledger, found));
}

function tradeFee({ world, ledger }: PrivateCall): CoreResponse {
  const maker = formatBaseUnits(-MAKER_FEE);
  const taker = formatBaseUnits(-TAKER_FEE);
  return success([
    {
      level: ledger.account.feeLevel ?? 'Lv1',
      feeGroup: [{ groupId: '4', maker, taker, rpiMaker: '', elpMaker: '' }],
      instType: 'SWAP',
      maker,
      taker,
      makerU: maker,
      takerU: taker,
      makerUSDC: maker,
      takerUSDC: taker,
      settle: '',
      delivery: '',
      exercise: '',
      ruleType: 'normal',
      category: '1',
      fiat: [],
      ts: String(world.clock.now()),
    },
  ]);
}

const billFields = ['type', 'subType', 'instId', 'instType', 'ccy', 'mgnMode'] as const;

function bills({ world, ledger, fields }: PrivateCall, keptMs: number): CoreResponse {
  const since = Math.max(world.clock.now() - keptMs, Number(text(fields, 'begin') || 0));
  const until = Number(text(fields, 'end') || Number.MAX_SAFE_INTEGER);
  const filters = billFields.filter((name) => text(fields, name) !== '');
  const isRequested = (row: Row): boolean => filters.every((name) => covers(fields, name, String(row[name])));
  const wanted = ledger.bills.filter(
    (bill) =>
      bill.at >= since &&
      bill.at <= until &&
      (filters.length === 0 || isRequested(billRow(bill))) &&
      ['', bill.instId === '' ? '' : 'linear'].includes(text(fields, 'ctType')),
  );
  return success(page(wanted, fields, { idOf: (bill) => bill.billId, limit: sandboxLimits.pageRows }).map(billRow));
}

// The newest row comes first, and the cursor is the time of the last close. A partly closed position also has a row.
function positionsHistory({ world, ledger, fields }: PrivateCall): CoreResponse {
  const since = world.clock.now() - sandboxLimits.archiveMs;
  const partly = [...ledger.positions.values()].flatMap(
    (position) => openEpisode(position, leverageOf(ledger.account, position)) ?? [],
  );
  const all = [...ledger.episodes, ...partly].sort((left, right) => left.at - right.at);
  const wanted = all.filter(
    (episode) =>
      episode.at >= since &&
      (['instId', 'posId', 'type'] as const).every((name) => covers(fields, name, episode[name])) &&
      covers(fields, 'instType', 'SWAP') &&
      covers(fields, 'mgnMode', modeOf(episode)),
  );
  return success(
    page(wanted, fields, { idOf: (one) => String(one.at), limit: sandboxLimits.pageRows }).map(episodeRow),
  );
}

function positionRisk({ world, ledger }: PrivateCall): CoreResponse {
  const { equity } = marginOf(world, ledger);
  const eq = formatBaseUnits(equity);
  return success([
    {
      ts: String(world.clock.now()),
      adjEq: ['3', '4'].includes(ledger.account.acctLv) ? eq : '',
      balData: [{ ccy: 'USDT', eq, disEq: eq }],
      posData: positionRows(
        world,
        ledger,
        [...ledger.positions.values()].filter((position) => position.lots > 0n),
      ).map((row) => riskRow(row)),
    },
  ]);
}

function riskRow(row: Record<string, unknown>): Record<string, unknown> {
  const kept = [
    'instType',
    'mgnMode',
    'posId',
    'instId',
    'pos',
    'posSide',
    'posCcy',
    'ccy',
    'notionalUsd',
    'baseBal',
    'quoteBal',
  ];
  return { ...Object.fromEntries(kept.map((name) => [name, row[name]])), notionalCcy: row['notionalUsd'] };
}

function setPositionMode({ world, ledger, fields }: PrivateCall): CoreResponse {
  const posMode = text(fields, 'posMode');
  if (posMode !== 'net_mode' && posMode !== 'long_short_mode') return failure('51000', 'Parameter posMode error', 400);
  if (ledger.account.acctLv === '4' && posMode === 'long_short_mode')
    return failure('51041', 'Portfolio margin account only supports net mode.');
  const isOpen = [...ledger.positions.values()].some((position) => position.lots > 0n);
  const hasAlgos = [...ledger.algos.values()].some((algo) => algo.state === 'live');
  if (isOpen || hasAlgos || ledger.pending.size > 0)
    return failure('59000', 'Setting failed. Cancel any open orders, close positions, and stop trading bots first.');
  ledger.account.posMode = posMode;
  recordChange(world, { kind: 'account', value: ledger.account });
  return success([{ posMode }]);
}
