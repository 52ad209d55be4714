// What an account may ask of stops and take-profits: place, amend, cancel, find.
import { flag, parameterError, refuse, text, wholeSteps, type Checked, type Raw } from './answers.ts';
import { endAlgo } from './algo-life.ts';
import { sandboxLimits } from './limits.ts';
import { instrumentOf, markTicks } from './margin.ts';
import { readInstrument, readPosSide, readSize } from './placement.ts';
import type { Algo, Side } from './records.ts';
import { nextId, touch, trackAlgo, type Ledger, type World } from './world.ts';

/** Places a conditional or oco algo executed at market; triggers on the mark price. */
export function placeAlgo(world: World, ledger: Ledger, raw: Raw): Checked<Algo> {
  const instrument = readInstrument(raw);
  if (!instrument) return refuse('51001', "Instrument ID doesn't exist.");
  if (text(raw, 'tdMode') !== 'cross') return parameterError('tdMode');
  const side = text(raw, 'side');
  if (side !== 'buy' && side !== 'sell') return parameterError('side');
  const ordType = text(raw, 'ordType');
  if (ordType !== 'conditional' && ordType !== 'oco') return parameterError('ordType');
  const posSide = readPosSide(ledger, raw);
  if (!posSide) return parameterError('posSide');
  const algoClOrdId = text(raw, 'algoClOrdId');
  if (!/^[A-Za-z0-9]{0,32}$/.test(algoClOrdId)) return parameterError('algoClOrdId');
  const live = [...ledger.algos.values()].filter((algo) => algo.state === 'live');
  if (algoClOrdId !== '' && live.some((algo) => algo.algoClOrdId === algoClOrdId))
    return refuse('51065', 'algoClOrdId already exists.');
  if (live.filter((algo) => algo.instId === instrument.instId).length >= sandboxLimits.algosPerInstrument)
    return refuse('51102', 'Too many algo orders.');
  const closesAll = text(raw, 'closeFraction') === '1';
  const reduceOnly = posSide === 'net' && flag(raw, 'reduceOnly');
  if (closesAll && posSide === 'net' && !reduceOnly) return parameterError('reduceOnly');
  const size = closesAll ? { ok: true as const, value: 0n } : readSize(instrument, text(raw, 'sz'), 'market');
  if (!size.ok) return size;
  const levels = readLevels(world, raw, { instId: instrument.instId, side });
  if (!levels.ok) return levels;
  const at = world.clock.now();
  const algo: Algo = {
    algoId: nextId(world),
    accountId: ledger.account.accountId,
    instId: instrument.instId,
    algoClOrdId,
    tag: text(raw, 'tag'),
    side,
    posSide,
    ordType,
    reduceOnly,
    closesAll,
    createdAt: at,
    updatedAt: at,
    lots: size.value,
    ...levels.value,
    state: 'live',
    ordId: '',
    actualSide: '',
    failCode: '',
    triggeredAt: 0,
  };
  ledger.algos.set(algo.algoId, algo);
  trackAlgo(world, algo);
  changed(world, algo);
  return { ok: true, value: algo };
}

/** Finds an algo by `algoId`, else by `algoClOrdId`. */
export function findAlgo(ledger: Ledger, raw: Raw): Algo | undefined {
  const algoId = text(raw, 'algoId');
  if (algoId !== '') return ledger.algos.get(algoId);
  const algoClOrdId = text(raw, 'algoClOrdId');
  return algoClOrdId === ''
    ? undefined
    : [...ledger.algos.values()].reverse().find((algo) => algo.algoClOrdId === algoClOrdId);
}

/** Cancels a live algo; 51400 when there is none. */
export function cancelAlgo(world: World, ledger: Ledger, raw: Raw): Checked<Algo> {
  const algo = findAlgo(ledger, raw);
  if (!algo || algo.state !== 'live')
    return refuse('51400', 'Cancellation failed as the order has been filled, canceled or does not exist.');
  endAlgo(world, algo, 'canceled');
  return { ok: true, value: algo };
}

/** Changes size or trigger prices of a live algo; 51503 when it is gone. */
export function amendAlgo(world: World, ledger: Ledger, raw: Raw): Checked<Algo> {
  const algo = findAlgo(ledger, raw);
  if (!algo || algo.state !== 'live')
    return refuse('51503', 'Order modification failed as the order has been filled, canceled or does not exist.');
  const newSize = text(raw, 'newSz');
  const size =
    newSize === '' ? { ok: true as const, value: algo.lots } : readSize(instrumentOf(algo.instId), newSize, 'market');
  if (!size.ok) return size;
  const merged = {
    tpTriggerPx: levelText(algo, algo.takeProfitTicks),
    slTriggerPx: levelText(algo, algo.stopLossTicks),
  };
  const wanted = {
    tpTriggerPx: text(raw, 'newTpTriggerPx') || merged.tpTriggerPx,
    slTriggerPx: text(raw, 'newSlTriggerPx') || merged.slTriggerPx,
  };
  const levels = readLevels(world, wanted, { instId: algo.instId, side: algo.side });
  if (!levels.ok) return levels;
  algo.lots = size.value;
  algo.takeProfitTicks = levels.value.takeProfitTicks;
  algo.stopLossTicks = levels.value.stopLossTicks;
  changed(world, algo);
  return { ok: true, value: algo };
}

function changed(world: World, algo: Algo): void {
  algo.updatedAt = world.clock.now();
  touch(world, { kind: 'algo', value: algo });
  world.notices.push({ kind: 'algo', accountId: algo.accountId, algo: { ...algo } });
}

function levelText(algo: Algo, ticks: bigint | undefined): string {
  const { tick } = instrumentOf(algo.instId);
  return ticks === undefined ? '' : scaled(ticks * tick);
}

function scaled(amount: bigint): string {
  const digits = amount.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
}

interface Levels {
  readonly takeProfitTicks: bigint | undefined;
  readonly stopLossTicks: bigint | undefined;
}

// Trigger prices are multiples of the tick on the right side of the mark: 51277 to 51280 otherwise.
function readLevels(world: World, raw: Raw, of: { instId: string; side: Side }): Checked<Levels> {
  const { tick } = instrumentOf(of.instId);
  const read = (name: string): bigint | 'uneven' | undefined =>
    text(raw, name) === '' ? undefined : (wholeSteps(text(raw, name), tick) ?? 'uneven');
  const takeProfit = read('tpTriggerPx');
  const stopLoss = read('slTriggerPx');
  if (takeProfit === 'uneven') return parameterError('tpTriggerPx');
  if (stopLoss === 'uneven') return parameterError('slTriggerPx');
  if (takeProfit === undefined && stopLoss === undefined) return parameterError('slTriggerPx');
  if ([text(raw, 'tpOrdPx'), text(raw, 'slOrdPx')].some((price) => price !== '' && price !== '-1'))
    return parameterError('ordPx');
  const mark = markTicks(world, of.instId);
  const isSell = of.side === 'sell';
  if (takeProfit !== undefined && (isSell ? takeProfit <= mark : takeProfit >= mark))
    return refuse(isSell ? '51279' : '51277', 'TP trigger price is on the wrong side of the mark price.');
  if (stopLoss !== undefined && (isSell ? stopLoss >= mark : stopLoss <= mark))
    return refuse(isSell ? '51280' : '51278', 'SL trigger price is on the wrong side of the mark price.');
  return { ok: true, value: { takeProfitTicks: takeProfit, stopLossTicks: stopLoss } };
}
