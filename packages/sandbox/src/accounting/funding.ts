// Funding: every eight hours positions pay or receive rate times notional at the mark price.
import { book } from './booking.ts';
import { instruments } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import { instrumentOf, markTicks, positionNotional, ticksToQuanta } from './margin.ts';
import { isIsolated, modeOf, modePart } from './margin-modes.ts';
import { createNamedPrng } from '../prng.ts';
import { formatQuanta, multiplyExact, quanta, type Quanta } from '../base-units.ts';
import { ledgerOf, touch, touchWorld, type World } from '../state/world.ts';

/** The next settlement strictly after an instant. */
export function nextFundingAt(at: number): number {
  return (Math.floor(at / sandboxLimits.fundingIntervalMs) + 1) * sandboxLimits.fundingIntervalMs;
}

/** The rate of a settlement: seeded, around 0.01 %, at most 0.05 % either way, with eight decimals. */
export function fundingRate(world: World, instId: string, settlementAt: number): Quanta {
  const random = createNamedPrng(`${world.seed}:${instId}:funding:${settlementAt}`);
  const steps = Math.round(10_000 + (random() - 0.5) * 40_000);
  return BigInt(steps) * quanta('0.00000001');
}

/** Settles every funding instant that has passed since the last one; the first call only sets the mark. */
export function settleFunding(world: World): void {
  const now = world.clock.now();
  if (world.fundedAt === 0) world.fundedAt = now;
  // While the exchange was down nothing settled: the newest instant stands for the whole gap.
  if (now - world.fundedAt > 2 * sandboxLimits.fundingIntervalMs)
    world.fundedAt = now - sandboxLimits.fundingIntervalMs;
  for (let at = nextFundingAt(world.fundedAt); at <= now; at = nextFundingAt(at)) {
    world.fundedAt = at;
    touchWorld(world);
    for (const instId of instruments.keys()) settleInstrument(world, instId, fundingRate(world, instId, at));
  }
}

/** Settles one swap at a rate. Bill type 8: 173 paid, 174 received. */
export function settleInstrument(world: World, instId: string, rate: Quanta): void {
  const instrument = instrumentOf(instId);
  for (const position of world.openPositions.get(instId) ?? []) {
    const amount = -BigInt(position.direction) * multiplyExact(positionNotional(world, position), rate);
    position.fundingFee += amount;
    touch(world, { kind: 'position', value: position });
    book(world, ledgerOf(world, position.accountId), {
      type: '8',
      subType: amount < 0n ? '173' : '174',
      pnl: amount,
      fee: 0n,
      ...modePart(modeOf(position)),
      ...(isIsolated(position) ? { positionBalance: position.margin ?? 0n } : {}),
      instId,
      size: formatQuanta(position.lots * instrument.lot),
      price: formatQuanta(ticksToQuanta(instrument, markTicks(world, instId))),
    });
    world.notices.push({ kind: 'account', accountId: position.accountId, event: 'funding_fee' });
  }
}
