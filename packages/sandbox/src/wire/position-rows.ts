// Position rows in the format of OKX, and the push of changed positions. A missing value is "".
import {
  averagePrice,
  crossFiguresOf,
  instrumentOf,
  liquidationPrice,
  markTicks,
  positionInitial,
  positionMaintenance,
  positionNotional,
  positionUpl,
  TAKER_FEE,
  type CrossFigures,
} from '../accounting/margin.ts';
import { isolatedLiquidation, isolatedRatio } from '../accounting/isolated-margin.ts';
import { isIsolated, isSameSlot, leverageOf, modeOf } from '../accounting/margin-modes.ts';
import { divideDown, formatBaseUnits, multiplyDown, formatAverage, type BaseUnits } from '../base-units.ts';
import type { Episode, Position } from '../state/records.ts';
import { blankPosition, type Row } from './blank-fields.ts';
import { priceText, sizeText } from './market-rows.ts';
import { algoRow } from './order-rows.ts';
import type { Ledger, World } from '../state/world.ts';

/** Returns the rows of positions of one account. */
export function positionRows(world: World, ledger: Ledger, positions: readonly Position[]): Row[] {
  if (positions.length === 0) return [];
  const figures = crossFiguresOf(world, ledger);
  return positions.map((position) => positionRow(world, ledger, { position, figures }));
}

function positionRow(
  world: World,
  ledger: Ledger,
  { position, figures }: { readonly position: Position; readonly figures: CrossFigures },
): Row {
  const instrument = instrumentOf(position.instId);
  const isOpen = position.lots > 0n;
  const upl = positionUpl(world, position);
  const lever = leverageOf(ledger.account, position);
  const alone = isIsolated(position);
  const mark = priceText(instrument, markTicks(world, position.instId));
  const uplRatio = isOpen ? formatBaseUnits(divideDown(upl * BigInt(lever), position.cost)) : '';
  const average = isOpen ? averagePrice(instrument, position.cost, position.lots) : 0n;
  const liquidation = isOpen ? liquidationOf(world, ledger, { position, figures }) : undefined;
  const ratio = alone ? isolatedRatio(world, position) : figures.ratio;
  const open = (value: string): string => (isOpen ? value : '');
  return {
    ...blankPosition,
    instType: 'SWAP',
    instId: position.instId,
    mgnMode: modeOf(position),
    posId: position.posId,
    posSide: position.posSide,
    pos: `${position.posSide === 'net' && position.direction === -1 && isOpen ? '-' : ''}${sizeText(instrument, position.lots)}`,
    availPos: '',
    avgPx: open(formatAverage(average)),
    nonSettleAvgPx: '',
    markPx: mark,
    last: mark,
    idxPx: mark,
    usdPx: '1',
    bePx: open(formatAverage(breakEven(position, instrument.lotCoin))),
    upl: formatBaseUnits(upl),
    uplRatio,
    uplLastPx: formatBaseUnits(upl),
    uplRatioLastPx: uplRatio,
    lever: String(lever),
    liqPx: liquidation && liquidation.price > 0n ? formatAverage(liquidation.price) : '',
    imr: alone ? '' : open(formatBaseUnits(positionInitial(world, ledger, position))),
    margin: alone ? open(formatBaseUnits(position.margin ?? 0n)) : '',
    mgnRatio: isOpen && ratio !== undefined ? formatBaseUnits(ratio) : '',
    mmr: open(formatBaseUnits(positionMaintenance(world, position))),
    notionalUsd: open(formatBaseUnits(positionNotional(world, position))),
    ccy: 'USDT',
    tradeId: position.lastTradeId,
    adl: isOpen ? '1' : '0',
    realizedPnl: formatBaseUnits(position.pnl + position.fee + position.fundingFee),
    pnl: formatBaseUnits(position.pnl),
    fee: formatBaseUnits(position.fee),
    fundingFee: formatBaseUnits(position.fundingFee),
    liqPenalty: '0',
    settledPnl: '',
    closeOrderAlgo: isOpen ? closingAlgos(world, position) : [],
    cTime: String(position.openedAt),
    uTime: String(position.updatedAt),
  };
}

// Returns the rows of the stops that close the whole position.
function closingAlgos(world: World, position: Position): Row[] {
  return [...(world.liveAlgos.get(position.instId) ?? [])]
    .filter((algo) => algo.closesAll && algo.accountId === position.accountId && isSameSlot(algo, position))
    .map((algo) => {
      const { algoId, slTriggerPx, slTriggerPxType, tpTriggerPx, tpTriggerPxType, closeFraction } = algoRow(algo);
      return { algoId, slTriggerPx, slTriggerPxType, tpTriggerPx, tpTriggerPxType, closeFraction };
    });
}

function liquidationOf(
  world: World,
  ledger: Ledger,
  { position, figures }: { readonly position: Position; readonly figures: CrossFigures },
): ReturnType<typeof liquidationPrice> {
  if (isIsolated(position)) return isolatedLiquidation(position);
  return liquidationPrice(world, ledger, { instId: position.instId, cover: figures.cover });
}

/** Returns the history row of a position for the time between two flat states. */
export function episodeRow(episode: Episode): Row {
  const instrument = instrumentOf(episode.instId);
  const { opened, closed } = episode;
  const realized = episode.pnl + episode.fee + episode.fundingFee;
  return {
    instType: 'SWAP',
    instId: episode.instId,
    mgnMode: modeOf(episode),
    type: episode.type,
    posId: episode.posId,
    posSide: episode.posSide,
    direction: episode.direction === 1 ? 'long' : 'short',
    lever: String(episode.lever),
    ccy: 'USDT',
    uly: instrument.family,
    openAvgPx: formatAverage(averagePrice(instrument, opened.worth, opened.lots)),
    closeAvgPx: formatAverage(averagePrice(instrument, closed.worth, closed.lots)),
    openMaxPos: sizeText(instrument, opened.lots),
    closeTotalPos: sizeText(instrument, closed.lots),
    realizedPnl: formatBaseUnits(realized),
    pnl: formatBaseUnits(episode.pnl),
    pnlRatio: formatBaseUnits(divideDown(realized * BigInt(episode.lever), opened.worth)),
    fee: formatBaseUnits(episode.fee),
    fundingFee: formatBaseUnits(episode.fundingFee),
    liqPenalty: '0',
    settledPnl: '',
    nonSettleAvgPx: '',
    triggerPx: '',
    cTime: String(episode.openedAt),
    uTime: String(episode.at),
  };
}

/** Returns the push of the balance_and_position channel with the changed parts. */
export function balanceAndPositionRow(
  world: World,
  ledger: Ledger,
  change: { event: string; positions: readonly Position[] },
): Row {
  return {
    pTime: String(world.clock.now()),
    eventType: change.event,
    balData: [{ ccy: 'USDT', cashBal: formatBaseUnits(ledger.account.cash), uTime: String(ledger.account.updatedAt) }],
    posData: positionRows(world, ledger, change.positions).map((row) => ({
      posId: row['posId'],
      tradeId: row['tradeId'],
      instId: row['instId'],
      instType: 'SWAP',
      mgnMode: row['mgnMode'],
      posSide: row['posSide'],
      pos: row['pos'],
      ccy: 'USDT',
      posCcy: '',
      avgPx: row['avgPx'],
      nonSettleAvgPx: '',
      settledPnl: '',
      baseBal: '',
      quoteBal: '',
      baseBorrowed: '',
      baseInterest: '',
      quoteBorrowed: '',
      quoteInterest: '',
      uTime: row['uTime'],
    })),
    trades: change.positions
      .filter((position) => position.lastTradeId !== '')
      .map((position) => ({ instId: position.instId, tradeId: position.lastTradeId })),
  };
}

// Returns the break-even price: when the whole position closes as taker at this price, the profit before fees equals the sum of all fees.
function breakEven(position: Position, lotCoin: BaseUnits): BaseUnits {
  if (position.lots === 0n) return 0n;
  const cost = position.cost - BigInt(position.direction) * position.fee;
  const coins = position.lots * lotCoin;
  return divideDown(cost, coins - BigInt(position.direction) * multiplyDown(coins, TAKER_FEE));
}
