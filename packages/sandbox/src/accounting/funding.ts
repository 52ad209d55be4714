// Funding: every eight hours each position pays or receives the funding rate times its notional at the mark price.
import { book } from './booking.ts';
import { instruments } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import { instrumentOf, markTicks, positionNotional, ticksToBaseUnits } from './margin.ts';
import { isIsolated, modeOf, modeFields } from './margin-modes.ts';
import { createNamedPrng } from '../prng.ts';
import { formatBaseUnits, multiplyExact, baseUnits, type BaseUnits } from '../base-units.ts';
import { ledgerOf, recordChange, recordWorld, type World } from '../state/world.ts';

/** Returns the next settlement strictly after a time. */
export function nextFundingAt(at: number): number {
  return (Math.floor(at / sandboxLimits.fundingIntervalMs) + 1) * sandboxLimits.fundingIntervalMs;
}

/** Returns the rate of a settlement: between -0.01 % and 0.03 %, with eight decimals. The rate is derived from the seed. */
export function fundingRate(world: World, instId: string, settlementAt: number): BaseUnits {
  const random = createNamedPrng(`${world.seed}:${instId}:funding:${settlementAt}`);
  const steps = Math.round(10_000 + (random() - 0.5) * 40_000);
  return BigInt(steps) * baseUnits('0.00000001');
}

/** Books the funding of every settlement time that has passed after the last settlement. The first call only stores the current time. */
export function bookDueFunding(world: World): void {
  const now = world.clock.now();
  if (world.fundedAt === 0) world.fundedAt = now;
  // When more than two intervals have passed after the last settlement, only the newest settlement is booked. This happens after a long pause of the exchange.
  if (now - world.fundedAt > 2 * sandboxLimits.fundingIntervalMs)
    world.fundedAt = now - sandboxLimits.fundingIntervalMs;
  for (let at = nextFundingAt(world.fundedAt); at <= now; at = nextFundingAt(at)) {
    world.fundedAt = at;
    recordWorld(world);
    for (const instId of instruments.keys()) bookInstrumentFunding(world, instId, fundingRate(world, instId, at));
  }
}

/** Settles one swap at a rate. The bill has type 8, with subtype 173 for paid and 174 for received funding. */
export function bookInstrumentFunding(world: World, instId: string, rate: BaseUnits): void {
  const instrument = instrumentOf(instId);
  for (const position of world.openPositions.get(instId) ?? []) {
    const amount = -BigInt(position.direction) * multiplyExact(positionNotional(world, position), rate);
    position.fundingFee += amount;
    recordChange(world, { kind: 'position', value: position });
    book(world, ledgerOf(world, position.accountId), {
      type: '8',
      subType: amount < 0n ? '173' : '174',
      pnl: amount,
      fee: 0n,
      ...modeFields(modeOf(position)),
      ...(isIsolated(position) ? { positionBalance: position.margin ?? 0n } : {}),
      instId,
      size: formatBaseUnits(position.lots * instrument.lot),
      price: formatBaseUnits(ticksToBaseUnits(instrument, markTicks(world, instId))),
    });
    world.notices.push({ kind: 'account', accountId: position.accountId, event: 'funding_fee' });
  }
}
