// Private REST paths about the account itself: balance, positions, settings, bills.
import { failure, page, success, text, type CoreAnswer, type Raw } from './answers.ts';
import { instruments, notionalOf } from './instruments.ts';
import { sandboxLimits } from './limits.ts';
import { MAKER_FEE, marginOf, markTicks, TAKER_FEE } from './margin.ts';
import { maxLots, readInstrument } from './placement.ts';
import { divideDown, formatQuanta, ONE, parseQuanta, smaller } from './quanta.ts';
import type { Signer } from './sign-in.ts';
import { leverageOf, touch, type Ledger, type World } from './world.ts';
import { balanceRow, billRow, configRow } from './wire-account.ts';
import { positionRow } from './wire-positions.ts';
import { instrumentRow, sizeText } from './wire-market.ts';

export interface PrivateCall {
  readonly world: World;
  readonly signer: Signer;
  readonly ledger: Ledger;
  /** Query of a GET, or the fields of a JSON body. */
  readonly fields: Raw;
  /** The body when it is a list. */
  readonly items: readonly Raw[];
}

export type PrivateRoute = (call: PrivateCall) => CoreAnswer;

/** Account routes by method and path. */
export const accountRoutes: Readonly<Record<string, PrivateRoute>> = {
  'GET /api/v5/asset/currencies': () => success([]),
  'GET /api/v5/asset/balances': () => success([]),
  'GET /api/v5/account/config': ({ ledger, signer }) => success([configRow(ledger.account, signer.key)]),
  'GET /api/v5/account/balance': ({ world, ledger }) => success([balanceRow(world, ledger)]),
  'GET /api/v5/account/positions': positions,
  'GET /api/v5/account/instruments': ({ fields }) =>
    success(text(fields, 'instType') === 'SWAP' ? [...instruments.values()].map(instrumentRow) : []),
  'GET /api/v5/account/leverage-info': leverageInfo,
  'GET /api/v5/account/trade-fee': tradeFee,
  'GET /api/v5/account/bills': (call) => bills(call, sandboxLimits.historyMs),
  'GET /api/v5/account/bills-archive': (call) => bills(call, sandboxLimits.archiveMs),
  'GET /api/v5/account/max-size': maxSize,
  'POST /api/v5/account/set-leverage': setLeverage,
  'POST /api/v5/account/set-position-mode': setPositionMode,
};

function positions({ world, ledger, fields }: PrivateCall): CoreAnswer {
  const instIds = text(fields, 'instId').split(',').filter(Boolean);
  const posIds = text(fields, 'posId').split(',').filter(Boolean);
  const isNamed = instIds.length + posIds.length > 0;
  const found = [...ledger.positions.values()].filter((position) => {
    if (instIds.length > 0 && !instIds.includes(position.instId)) return false;
    if (posIds.length > 0 && !posIds.includes(position.posId)) return false;
    return position.lots > 0n || isNamed;
  });
  found.sort((left, right) => right.openedAt - left.openedAt);
  return success(found.map((position) => positionRow(world, position)));
}

function leverageInfo({ ledger, fields }: PrivateCall): CoreAnswer {
  const instIds = text(fields, 'instId').split(',').filter(Boolean);
  if (instIds.some((instId) => !instruments.has(instId)) || instIds.length === 0)
    return failure('51001', "Instrument ID doesn't exist.");
  const sides = ledger.account.posMode === 'net_mode' ? ['net'] : ['long', 'short'];
  return success(
    instIds.flatMap((instId) =>
      sides.map((posSide) => ({
        instId,
        ccy: '',
        mgnMode: 'cross',
        posSide,
        lever: String(leverageOf(ledger.account, instId)),
      })),
    ),
  );
}

function tradeFee({ world }: PrivateCall): CoreAnswer {
  const maker = formatQuanta(-MAKER_FEE);
  const taker = formatQuanta(-TAKER_FEE);
  return success([
    {
      level: 'Lv1',
      feeGroup: [{ groupId: '4', maker, taker, rpiMaker: '', elpMaker: '' }],
      instType: 'SWAP',
      maker,
      taker,
      makerU: maker,
      takerU: taker,
      makerUSDC: maker,
      takerUSDC: taker,
      delivery: '',
      exercise: '',
      ruleType: 'normal',
      category: '1',
      fiat: [],
      ts: String(world.clock.now()),
    },
  ]);
}

function bills({ world, ledger, fields }: PrivateCall, keptMs: number): CoreAnswer {
  const since = Math.max(world.clock.now() - keptMs, Number(text(fields, 'begin') || 0));
  const until = Number(text(fields, 'end') || Number.MAX_SAFE_INTEGER);
  const wanted = ledger.bills.filter(
    (bill) =>
      bill.at >= since &&
      bill.at <= until &&
      ['type', 'subType', 'instId'].every(
        (name) => text(fields, name) === '' || text(fields, name) === bill[name as 'type' | 'subType' | 'instId'],
      ),
  );
  return success(page(wanted, fields, { idOf: (bill) => bill.billId, limit: sandboxLimits.pageRows }).map(billRow));
}

function maxSize({ world, ledger, fields }: PrivateCall): CoreAnswer {
  const instrument = readInstrument(fields);
  if (!instrument) return failure('51001', "Instrument ID doesn't exist.");
  const asked = Number(text(fields, 'leverage') || leverageOf(ledger.account, instrument.instId));
  const price = parseQuanta(text(fields, 'px'));
  const ticks = price !== undefined && price > 0n ? price / instrument.tick : markTicks(world, instrument.instId);
  const perLot = notionalOf(instrument, ticks, 1n);
  const { available } = marginOf(world, ledger);
  const lots = smaller(
    maxLots(instrument, asked),
    divideDown(available, perLot / BigInt(asked) + (perLot * TAKER_FEE) / ONE) / ONE,
  );
  const size = sizeText(instrument, lots);
  return success([{ instId: instrument.instId, ccy: 'USDT', maxBuy: size, maxSell: size }]);
}

function setLeverage({ world, ledger, fields }: PrivateCall): CoreAnswer {
  const instrument = readInstrument(fields);
  if (!instrument) return failure('51001', "Instrument ID doesn't exist.");
  if (text(fields, 'mgnMode') !== 'cross') return failure('51000', 'Parameter mgnMode error', 400);
  const posSide = text(fields, 'posSide');
  if (posSide !== '' && posSide !== 'net') return failure('51000', 'Parameter posSide error', 400);
  const lever = Number(text(fields, 'lever'));
  if (!Number.isInteger(lever) || lever < 1) return failure('59105', 'Leverage can’t be lower than 1.');
  if (lever > instrument.maxLever) return failure('59102', 'Leverage exceeds the maximum leverage.');
  const open = [...ledger.positions.values()]
    .filter((position) => position.instId === instrument.instId)
    .reduce((sum, position) => sum + position.lots, 0n);
  if (open > maxLots(instrument, lever)) return failure('51004', 'The position exceeds the maximum at this leverage.');
  const { account } = ledger;
  const before = account.leverage;
  account.leverage = { ...before, [instrument.instId]: lever };
  const margin = marginOf(world, ledger);
  if (margin.equity < margin.initial + margin.orders) {
    account.leverage = before;
    return failure('59108', 'Low leverage and insufficient margin, please adjust the leverage.');
  }
  touch(world, { kind: 'account', value: account });
  world.notices.push({ kind: 'account', accountId: account.accountId, event: 'set_leverage' });
  return success([{ lever: String(lever), mgnMode: 'cross', instId: instrument.instId, posSide: '' }]);
}

function setPositionMode({ world, ledger, fields }: PrivateCall): CoreAnswer {
  const posMode = text(fields, 'posMode');
  if (posMode !== 'net_mode' && posMode !== 'long_short_mode') return failure('51000', 'Parameter posMode error', 400);
  const isOpen = [...ledger.positions.values()].some((position) => position.lots > 0n);
  const hasAlgos = [...ledger.algos.values()].some((algo) => algo.state === 'live');
  if (isOpen || hasAlgos || ledger.pending.size > 0)
    return failure('59000', 'Setting failed. Cancel any open orders, close positions, and stop trading bots first.');
  ledger.account.posMode = posMode;
  touch(world, { kind: 'account', value: ledger.account });
  return success([{ posMode }]);
}
