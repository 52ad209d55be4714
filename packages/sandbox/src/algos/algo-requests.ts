// Requests for stops, take-profits, trigger orders and trailing orders: place, amend, cancel and find.
import { flag, parameterError, refuse, text, type Checked, type Raw, type Refusal } from '../wire/envelope.ts';
import { endAlgo } from './algo-ending.ts';
import { isActiveAlgo } from './algo-life.ts';
import { markReference, priceTypeFields, readClosesAll, readPriceTypes, readTerms, type Terms } from './algo-terms.ts';
import type { Instrument } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import { instrumentOf } from '../accounting/margin.ts';
import { isSameSlot, modeFields, readMode } from '../accounting/margin-modes.ts';
import { readInstrument, readPosSide, readSize } from '../orders/placement.ts';
import { formatBaseUnits } from '../base-units.ts';
import type { Algo, AlgoType, PosSide, Side } from '../state/records.ts';
import { checkTradable } from '../market/instrument-rules.ts';
import { nextId, recordChange, indexAlgo, type Ledger, type World } from '../state/world.ts';

const types: readonly string[] = ['conditional', 'oco', 'trigger', 'move_order_stop'];

/** Places an algo order. The algo order reserves no margin, because its order is checked when the algo order triggers. */
export function placeAlgo(world: World, ledger: Ledger, raw: Raw): Checked<Algo> {
  const read = readAlgo(world, ledger, raw);
  if (!read.ok) return read;
  const refusal = checkRoom(ledger, read.value) ?? checkTradable(world, instrumentOf(read.value.instId), 'market');
  return refusal ? { ok: false, refusal } : { ok: true, value: enterAlgo(world, read.value) };
}

/** The fields of an algo order before it has an id. */
export type NewAlgo = Terms &
  Pick<
    Algo,
    | 'accountId'
    | 'instId'
    | 'algoClOrdId'
    | 'tag'
    | 'side'
    | 'posSide'
    | 'mgnMode'
    | 'ordType'
    | 'reduceOnly'
    | 'closesAll'
    | 'lots'
    | 'parentId'
    | 'isTied'
    | 'isAtOnce'
    | 'mostLots'
    | 'priceTypes'
  >;

/** Stores an algo order and queues its push. */
export function enterAlgo(world: World, wanted: NewAlgo, algoId = nextId(world)): Algo {
  const at = world.clock.now();
  const algo: Algo = {
    ...wanted,
    algoId,
    createdAt: at,
    updatedAt: at,
    state: 'live',
    ordId: '',
    actualSide: '',
    failCode: '',
    triggeredAt: 0,
  };
  world.ledgers.get(wanted.accountId)?.algos.set(algo.algoId, algo);
  indexAlgo(world, algo);
  changed(world, algo);
  return algo;
}

function readAlgo(world: World, ledger: Ledger, raw: Raw): Checked<NewAlgo> {
  const instrument = readInstrument(raw);
  if (!instrument) return refuse('51001', "Instrument ID doesn't exist.");
  if (ledger.account.acctLv === '1')
    return refuse('51010', 'You can’t complete this request under your current account mode.');
  const mgnMode = readMode(raw, 'tdMode');
  if (!mgnMode) return parameterError('tdMode');
  const side = text(raw, 'side');
  if (side !== 'buy' && side !== 'sell') return parameterError('side');
  const ordType = text(raw, 'ordType');
  if (!types.includes(ordType)) return parameterError('ordType');
  const posSide = readPosSide(ledger, raw);
  if (!posSide) return parameterError('posSide');
  const algoClOrdId = text(raw, 'algoClOrdId');
  if (!/^[A-Za-z0-9]{0,32}$/.test(algoClOrdId)) return parameterError('algoClOrdId');
  const closesAll = readClosesAll(raw, posSide === 'net');
  if (!closesAll.ok) return closesAll;
  const size = closesAll.value ? { ok: true as const, value: 0n } : readStopSize(world, instrument, text(raw, 'sz'));
  if (!size.ok) return size;
  // The check above allows exactly the values of this type.
  const kind = ordType as AlgoType;
  const terms = readTerms(world, raw, { ...markReference(world, instrument, side), ordType: kind });
  if (!terms.ok) return terms;
  const priceTypes = readPriceTypes(raw);
  if (!priceTypes.ok) return priceTypes;
  const isTied = flag(raw, 'cxlOnClosePos');
  if (isTied && !flag(raw, 'reduceOnly')) return parameterError('reduceOnly');
  return {
    ok: true,
    value: {
      accountId: ledger.account.accountId,
      instId: instrument.instId,
      algoClOrdId,
      tag: text(raw, 'tag'),
      side: side satisfies Side,
      posSide,
      ...modeFields(mgnMode),
      ordType: kind,
      reduceOnly: posSide === 'net' && flag(raw, 'reduceOnly'),
      closesAll: closesAll.value,
      ...(isTied ? { isTied } : {}),
      priceTypes: priceTypes.value,
      lots: size.value,
      ...onlyStop(terms.value, { ordType: kind, posSide }),
    },
  };
}

// On OKX in net mode, a conditional order with both levels keeps only its stop. A request with the type `oco` keeps both levels.
function onlyStop(terms: Terms, of: { ordType: AlgoType; posSide: PosSide }): Terms {
  const dropsTakeProfit = of.ordType === 'conditional' && of.posSide === 'net' && terms.stopLossTicks !== undefined;
  return dropsTakeProfit ? { ...terms, takeProfitTicks: undefined, takeProfitPrice: undefined } : terms;
}

function readStopSize(world: World, instrument: Instrument, size: string): Checked<bigint> {
  return readSize(world, instrument, { size, ordType: 'market' });
}

function checkRoom(ledger: Ledger, wanted: NewAlgo): Refusal | undefined {
  const live = [...ledger.algos.values()].filter((algo) => algo.state === 'live');
  if (wanted.algoClOrdId !== '' && live.some((algo) => algo.algoClOrdId === wanted.algoClOrdId))
    return { sCode: '51065', sMsg: 'algoClOrdId already exists.' };
  const other = live.some((algo) => algo.closesAll && isSameSlot(algo, wanted));
  if (wanted.closesAll && other)
    return { sCode: '51088', sMsg: 'You can only place 1 TP/SL order to close an entire position.' };
  const isStop = (algo: { ordType: AlgoType }): boolean => algo.ordType === 'conditional' || algo.ordType === 'oco';
  const alike = live.filter((algo) =>
    isStop(wanted) ? isStop(algo) && algo.instId === wanted.instId : algo.ordType === wanted.ordType,
  ).length;
  const most = isStop(wanted)
    ? sandboxLimits.algosPerInstrument
    : wanted.ordType === 'trigger'
      ? sandboxLimits.triggersPerAccount
      : sandboxLimits.trailingsPerAccount;
  return alike >= most ? { sCode: '51102', sMsg: 'Too many algo orders.' } : undefined;
}

/** Finds an algo order by `algoId`, or without `algoId` by `algoClOrdId`. */
export function findAlgo(ledger: Ledger, raw: Raw): Algo | undefined {
  const algoId = text(raw, 'algoId');
  if (algoId !== '') return ledger.algos.get(algoId);
  const algoClOrdId = text(raw, 'algoClOrdId');
  return algoClOrdId === ''
    ? undefined
    : [...ledger.algos.values()].reverse().find((algo) => algo.algoClOrdId === algoClOrdId);
}

/**
 * Cancels a live algo order. An attached algo order can be cancelled only after its order has ended with a fill.
 * Refuses any other algo order with 51400.
 */
export function cancelAlgo(world: World, ledger: Ledger, raw: Raw): Checked<Algo> {
  const algo = findAlgo(ledger, raw);
  if (!algo || algo.state !== 'live' || !isActiveAlgo(world, algo))
    return refuse('51400', 'Cancellation failed as the order has been filled, canceled or does not exist.');
  endAlgo(world, algo, 'canceled');
  return { ok: true, value: algo };
}

/** Changes the size or the prices of a live algo order. Refuses any other algo order with 51503. */
export function amendAlgo(world: World, ledger: Ledger, raw: Raw): Checked<Algo> {
  const algo = findAlgo(ledger, raw);
  if (!algo || algo.state !== 'live')
    return refuse('51503', 'Order modification failed as the order has been filled, canceled or does not exist.');
  const instrument = instrumentOf(algo.instId);
  const newSize = text(raw, 'newSz');
  const size = newSize === '' ? { ok: true as const, value: algo.lots } : readStopSize(world, instrument, newSize);
  if (!size.ok) return size;
  const terms = readTerms(world, amended(algo, raw), {
    ...markReference(world, instrument, algo.side),
    ordType: algo.ordType,
  });
  if (!terms.ok) return terms;
  const renamed = priceTypeFields.map((name) => [
    name,
    text(raw, `new${name.charAt(0).toUpperCase()}${name.slice(1)}`),
  ]);
  const priceTypes = readPriceTypes({
    ...algo.priceTypes,
    ...Object.fromEntries(renamed.filter(([, value]) => value !== '')),
  });
  if (!priceTypes.ok) return priceTypes;
  algo.priceTypes = priceTypes.value;
  algo.lots = size.value;
  algo.takeProfitTicks = terms.value.takeProfitTicks;
  algo.stopLossTicks = terms.value.stopLossTicks;
  algo.takeProfitPrice = terms.value.takeProfitPrice;
  algo.stopLossPrice = terms.value.stopLossPrice;
  algo.trigger = terms.value.trigger;
  algo.trailing = terms.value.trailing;
  changed(world, algo);
  return { ok: true, value: algo };
}

// Fields that are missing in an amendment keep their value.
function amended(algo: Algo, raw: Raw): Raw {
  const { tick } = instrumentOf(algo.instId);
  const current = (ticks: bigint | undefined, otherwise: string): string =>
    ticks === undefined ? otherwise : formatBaseUnits(ticks * tick);
  return {
    tpTriggerPx: text(raw, 'newTpTriggerPx') || current(algo.takeProfitTicks, ''),
    tpOrdPx: text(raw, 'newTpOrdPx') || current(algo.takeProfitPrice, '-1'),
    slTriggerPx: text(raw, 'newSlTriggerPx') || current(algo.stopLossTicks, ''),
    slOrdPx: text(raw, 'newSlOrdPx') || current(algo.stopLossPrice, '-1'),
    triggerPx: text(raw, 'newTriggerPx') || current(algo.trigger?.ticks, ''),
    orderPx: text(raw, 'newOrdPx') || current(algo.trigger?.price, '-1'),
    callbackRatio:
      text(raw, 'newCallbackRatio') || (algo.trailing?.ratio === undefined ? '' : formatBaseUnits(algo.trailing.ratio)),
    callbackSpread: text(raw, 'newCallbackSpread') || current(algo.trailing?.spreadTicks, ''),
    activePx: text(raw, 'newActivePx') || current(algo.trailing?.activeTicks, ''),
  };
}

function changed(world: World, algo: Algo): void {
  algo.updatedAt = world.clock.now();
  recordChange(world, { kind: 'algo', value: algo });
  world.notices.push({ kind: 'algo', accountId: algo.accountId, algo: { ...algo } });
}
