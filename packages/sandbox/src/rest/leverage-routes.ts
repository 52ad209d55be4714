// Private REST paths about leverage, the sizes that the leverage allows, and the margin of isolated positions.
import { failure, success, text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { instruments, notionalOf, type Instrument } from '../market/instruments.ts';
import { isolatedLiquidation, moveMargin, reducible, applyLeverage } from '../accounting/isolated-margin.ts';
import { liquidationPrice, marginOf, markTicks, TAKER_FEE, withdrawable } from '../accounting/margin.ts';
import {
  isIsolated,
  isSameSlot,
  leverageKey,
  leverageOf,
  positionKey,
  readMode,
  type PositionSlot,
} from '../accounting/margin-modes.ts';
import { maxLots, readInstrument, readPosSide } from '../orders/placement.ts';
import { divideDown, formatBaseUnits, larger, ONE, parseBaseUnits, smaller, formatAverage } from '../base-units.ts';
import type { MarginMode, Position, PosSide } from '../state/records.ts';
import type { PrivateCall, PrivateRoute } from './account-routes.ts';
import { sizeText } from '../wire/market-rows.ts';
import { recordChange, type Ledger, type World } from '../state/world.ts';

/** Leverage routes by method and path. */
export const leverageRoutes: Readonly<Record<string, PrivateRoute>> = {
  'GET /api/v5/account/leverage-info': leverageInfo,
  'POST /api/v5/account/set-leverage': setLeverage,
  'GET /api/v5/account/adjust-leverage-info': estimate,
  'GET /api/v5/account/max-size': maxSize,
  'GET /api/v5/account/max-avail-size': maxAvailSize,
  'POST /api/v5/account/position/margin-balance': changeMargin,
};

const unknownInstrument = (): CoreResponse =>
  failure('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");

function sidesOf(ledger: Ledger): readonly PosSide[] {
  return ledger.account.posMode === 'net_mode' ? ['net'] : ['long', 'short'];
}

function leverageInfo({ ledger, fields }: PrivateCall): CoreResponse {
  const mgnMode = readMode(fields, 'mgnMode');
  if (!mgnMode) return failure('51000', 'Parameter mgnMode error', 400);
  if (ledger.account.acctLv === '4')
    return failure('59111', 'Leverage query is not supported in portfolio margin account mode.');
  const instIds = text(fields, 'instId').split(',').filter(Boolean);
  if (instIds.some((instId) => !instruments.has(instId)) || instIds.length === 0) return unknownInstrument();
  return success(
    instIds.flatMap((instId) =>
      sidesOf(ledger).map((posSide) => ({
        instId,
        ccy: '',
        mgnMode,
        posSide,
        lever: String(leverageOf(ledger.account, { instId, posSide, mgnMode })),
      })),
    ),
  );
}

function setLeverage(call: PrivateCall): CoreResponse {
  const { ledger, fields } = call;
  const instrument = readInstrument(fields);
  if (!instrument) return unknownInstrument();
  const mgnMode = readMode(fields, 'mgnMode');
  if (!mgnMode) return failure('51000', 'Parameter mgnMode error', 400);
  if (mgnMode === 'cross' && ledger.account.acctLv === '4')
    return failure('51039', 'Leverage cannot be adjusted for the cross positions of swaps under the PM account.');
  const posSide = mgnMode === 'cross' ? readCrossSide(fields) : readPosSide(ledger, fields);
  if (!posSide) return failure('51000', 'Parameter posSide error', 400);
  const lever = Number(text(fields, 'lever'));
  if (!Number.isInteger(lever) || lever < 1) return failure('59105', 'Leverage can’t be lower than 1.');
  if (lever > instrument.maxLever) return failure('59102', 'Leverage exceeds the maximum leverage.');
  const slot = { instId: instrument.instId, posSide, mgnMode };
  const refusal = changeLeverage(call, { instrument, slot, lever });
  if (refusal) return refusal;
  const side = mgnMode === 'cross' ? '' : posSide;
  return success([{ lever: String(lever), mgnMode, instId: instrument.instId, posSide: side }]);
}

// The leverage of cross margin applies to both position sides, so OKX refuses a request that names a side.
function readCrossSide(fields: Raw): PosSide | undefined {
  return ['', 'net'].includes(text(fields, 'posSide')) ? 'net' : undefined;
}

interface LeverageChange {
  readonly instrument: Instrument;
  readonly slot: PositionSlot;
  readonly lever: number;
}

function changeLeverage({ world, ledger }: PrivateCall, change: LeverageChange): CoreResponse | undefined {
  const { instrument, slot, lever } = change;
  const { account } = ledger;
  const affected = [...ledger.positions.values()].filter((position) => isAffected(position, slot));
  const open = affected.reduce((sum, position) => sum + position.lots, 0n);
  if (open > maxLots(instrument, lever)) return failure('51004', 'The position exceeds the maximum at this leverage.');
  const blocked = lever === leverageOf(account, slot) ? undefined : blockLeverage(ledger, slot);
  if (blocked) return blocked;
  const before = account.leverage;
  account.leverage = { ...before, [leverageKey(slot)]: lever };
  const margin = marginOf(world, ledger);
  const [position] = affected;
  const isCovered =
    isIsolated(slot) && position && position.lots > 0n
      ? applyLeverage(world, ledger, { position, lever })
      : margin.equity >= margin.initial + margin.orders;
  if (!isCovered) {
    account.leverage = before;
    return failure('59108', 'Low leverage and insufficient margin, please adjust the leverage.');
  }
  recordChange(world, { kind: 'account', value: account });
  world.notices.push({ kind: 'account', accountId: account.accountId, event: 'set_leverage' });
  return undefined;
}

function isAffected(position: PositionSlot, slot: PositionSlot): boolean {
  return isIsolated(slot) ? isSameSlot(position, slot) : position.instId === slot.instId && !isIsolated(position);
}

// OKX refuses a change of leverage while the instrument has stops or resting orders.
function blockLeverage(ledger: Ledger, slot: PositionSlot): CoreResponse | undefined {
  const mode = isIsolated(slot) ? 'isolated' : 'cross';
  if ([...ledger.algos.values()].some((algo) => algo.state === 'live' && isAffected(algo, slot)))
    return failure(
      isIsolated(slot) ? '59669' : '59668',
      `Cancel ${mode}-margin TP/SL, trailing, trigger, and chase orders or stop bots before adjusting your leverage.`,
    );
  return [...ledger.pending].some((order) => isAffected(order, slot))
    ? failure(
        isIsolated(slot) ? '59112' : '59107',
        `Leverage can’t be modified. Please cancel all pending ${mode}-margin orders first.`,
      )
    : undefined;
}

/** The parameters of a request for a maximum size. */
interface SizeRequest {
  readonly mgnMode: MarginMode;
  readonly requested: readonly Instrument[];
}

function readSizeRequest(fields: Raw): SizeRequest | CoreResponse {
  const mgnMode = readMode(fields, 'tdMode');
  if (!mgnMode) return failure('51000', 'Parameter tdMode error', 400);
  const requested = text(fields, 'instId')
    .split(',')
    .map((instId) => instruments.get(instId));
  const known = requested.filter((one) => one !== undefined);
  return known.length !== requested.length || requested.length > 5
    ? unknownInstrument()
    : { mgnMode, requested: known };
}

function maxSize({ world, ledger, fields }: PrivateCall): CoreResponse {
  const request = readSizeRequest(fields);
  if ('status' in request) return request;
  const { mgnMode, requested } = request;
  return success(
    requested.map((instrument) => {
      const { instId } = instrument;
      const [sideOfBuys = 'net', sideOfSells = 'net'] = sidesOf(ledger);
      const most = (posSide: PosSide): string =>
        sizeText(instrument, affordable({ world, ledger, fields }, { instrument, slot: { instId, posSide, mgnMode } }));
      return { instId, ccy: 'USDT', maxBuy: most(sideOfBuys), maxSell: most(sideOfSells) };
    }),
  );
}

// Returns the largest size for which the free margin suffices at the leverage. The size is at most the largest position that the leverage allows.
function affordable(
  { world, ledger, fields }: Pick<PrivateCall, 'world' | 'ledger' | 'fields'>,
  of: { readonly instrument: Instrument; readonly slot: PositionSlot },
): bigint {
  const { instrument, slot } = of;
  const wanted = Number(text(fields, 'leverage') || leverageOf(ledger.account, slot));
  const lever = Number.isInteger(wanted) && wanted > 0 ? wanted : 1;
  const price = parseBaseUnits(text(fields, 'px'));
  const ticks = price !== undefined && price > 0n ? price / instrument.tick : markTicks(world, instrument.instId);
  const perLot = larger(1n, notionalOf(instrument, ticks, 1n));
  const free = freeFor(world, ledger, slot.mgnMode);
  return smaller(
    maxLots(instrument, lever),
    divideDown(free, perLot / BigInt(lever) + (perLot * TAKER_FEE) / ONE) / ONE,
  );
}

function freeFor(world: World, ledger: Ledger, mgnMode: MarginMode | undefined): bigint {
  return mgnMode === 'isolated' ? withdrawable(world, ledger) : marginOf(world, ledger).available;
}

function maxAvailSize({ world, ledger, fields }: PrivateCall): CoreResponse {
  const request = readSizeRequest(fields);
  if ('status' in request) return request;
  const free = formatBaseUnits(freeFor(world, ledger, request.mgnMode));
  return success(request.requested.map(({ instId }) => ({ instId, availBuy: free, availSell: free })));
}

function changeMargin({ world, ledger, fields }: PrivateCall): CoreResponse {
  const instrument = readInstrument(fields);
  if (!instrument) return unknownInstrument();
  const posSide = readPosSide(ledger, fields);
  if (!posSide) return failure('51000', 'Parameter posSide error', 400);
  const type = text(fields, 'type');
  if (type !== 'add' && type !== 'reduce') return failure('51000', 'Parameter type error', 400);
  const amount = parseBaseUnits(text(fields, 'amt'));
  if (amount === undefined || amount <= 0n) return failure('51000', 'Parameter amt error', 400);
  const { instId } = instrument;
  const position = ledger.positions.get(positionKey({ instId, posSide, mgnMode: 'isolated' }));
  if (!position || position.lots === 0n) return failure('59300', 'Margin call failed. Position does not exist.');
  const most = type === 'add' ? withdrawable(world, ledger) : reducible(world, ledger, position);
  if (amount > most) return failure('59301', 'Margin adjustment failed for exceeding the maximum limit.');
  moveMargin(world, ledger, { position, amount: type === 'add' ? amount : -amount, event: 'adjust_margin' });
  return success([
    { instId, posSide, amt: formatBaseUnits(amount), type, leverage: effectiveLeverage(position), ccy: 'USDT' },
  ]);
}

// Returns the position value divided by the margin, with two digits.
function effectiveLeverage(position: Position): string {
  const times = divideDown(position.cost, larger(1n, position.margin ?? 0n));
  return formatBaseUnits((times / 10n ** 16n) * 10n ** 16n);
}

// Returns the estimated effect of another leverage and changes nothing.
function estimate({ world, ledger, fields }: PrivateCall): CoreResponse {
  const instrument = readInstrument(fields);
  if (!instrument) return unknownInstrument();
  const mgnMode = readMode(fields, 'mgnMode');
  if (!mgnMode) return failure('51000', 'Parameter mgnMode error', 400);
  const posSide = mgnMode === 'cross' ? (readCrossSide(fields) ?? 'net') : readPosSide(ledger, fields);
  if (!posSide) return failure('51000', 'Parameter posSide error', 400);
  const lever = Number(text(fields, 'lever'));
  if (!Number.isInteger(lever) || lever < 1) return failure('59105', 'Leverage can’t be lower than 1.');
  if (lever > instrument.maxLever) return failure('59102', 'Leverage exceeds the maximum leverage.');
  const slot = { instId: instrument.instId, posSide, mgnMode };
  const position = ledger.positions.get(positionKey(slot));
  const isOpen = position !== undefined && position.lots > 0n;
  const requested = { world, ledger, fields: { ...fields, leverage: String(lever) } };
  const liquidation = !isOpen ? undefined : priceAt({ world, ledger, position }, lever);
  return success([
    {
      estAvailQuoteTrans: '',
      estAvailTrans: formatBaseUnits(withdrawable(world, ledger)),
      estLiqPx: liquidation && liquidation > 0n ? formatAverage(liquidation) : '',
      estMgn: isOpen ? formatBaseUnits(position.cost / BigInt(lever)) : '0',
      estQuoteMgn: '',
      estMaxAmt: sizeText(instrument, affordable(requested, { instrument, slot })),
      estQuoteMaxAmt: '',
      existOrd: [...ledger.pending].some((order) => isAffected(order, slot)),
      maxLever: String(instrument.maxLever),
      minLever: '1',
    },
  ]);
}

function priceAt(
  { world, ledger, position }: { readonly world: World; readonly ledger: Ledger; readonly position: Position },
  lever: number,
): bigint | undefined {
  return isIsolated(position)
    ? isolatedLiquidation({ ...position, margin: position.cost / BigInt(lever) })?.price
    : liquidationPrice(world, ledger, position)?.price;
}
