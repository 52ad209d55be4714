// The instruments of the sandbox: twelve USDT swaps with their rules and margin tiers. The rules are similar to the rules of OKX.
import { multiplyExact, ONE, baseUnits, type BaseUnits } from '../base-units.ts';

/** One margin tier. When the size of a position is within the tier, the tier applies to the whole position (OKX). Sizes are in lots. */
export interface Tier {
  readonly tier: number;
  readonly minLots: bigint;
  readonly maxLots: bigint;
  readonly mmr: BaseUnits;
  readonly imr: BaseUnits;
  readonly maxLever: number;
}

/** The rules of one swap, with precomputed figures for booking and margin. */
export interface Instrument {
  readonly instId: string;
  readonly family: string;
  readonly base: string;
  readonly instIdCode: number;
  readonly ctVal: string;
  readonly lotSz: string;
  readonly minSz: string;
  readonly tickSz: string;
  readonly maxLever: number;
  readonly maxLmtSz: string;
  readonly maxMktSz: string;
  readonly basePrice: number;
  readonly dailySpread: number;
  readonly tick: BaseUnits;
  readonly lot: BaseUnits;
  /** The coins in one lot. */
  readonly lotCoin: BaseUnits;
  /** The value of one tick on one lot in USDT. */
  readonly tickLotValue: BaseUnits;
  readonly minLots: bigint;
  readonly maxLimitLots: bigint;
  readonly maxMarketLots: bigint;
  readonly tiers: readonly Tier[];
}

interface Listing {
  readonly base: string;
  readonly rules: readonly [ctVal: string, lotSz: string, minSz: string, tickSz: string];
  readonly maxLever: number;
  readonly basePrice: number;
  readonly dailySpread: number;
  readonly tierContracts: number;
}

// Contract value, lot size, minimum size and tick size are the values of OKX (okx 2.1 for ETH). Base prices are only
// the levels at which the price paths start.
const listings: readonly Listing[] = [
  {
    base: 'BTC',
    rules: ['0.01', '0.01', '0.01', '0.1'],
    maxLever: 100,
    basePrice: 68_000,
    dailySpread: 0.024,
    tierContracts: 1_000,
  },
  {
    base: 'ETH',
    rules: ['0.1', '0.01', '0.01', '0.01'],
    maxLever: 100,
    basePrice: 2_600,
    dailySpread: 0.032,
    tierContracts: 5_000,
  },
  {
    base: 'XRP',
    rules: ['100', '0.01', '0.01', '0.0001'],
    maxLever: 50,
    basePrice: 2.1,
    dailySpread: 0.04,
    tierContracts: 4_000,
  },
  {
    base: 'DOGE',
    rules: ['1000', '0.01', '0.01', '0.00001'],
    maxLever: 50,
    basePrice: 0.18,
    dailySpread: 0.048,
    tierContracts: 3_000,
  },
  {
    base: 'SOL',
    rules: ['1', '0.01', '0.01', '0.01'],
    maxLever: 50,
    basePrice: 150,
    dailySpread: 0.042,
    tierContracts: 6_000,
  },
  {
    base: '1INCH',
    rules: ['1', '1', '1', '0.0001'],
    maxLever: 50,
    basePrice: 0.22,
    dailySpread: 0.045,
    tierContracts: 400_000,
  },
  {
    base: 'AAVE',
    rules: ['0.1', '0.1', '0.1', '0.01'],
    maxLever: 50,
    basePrice: 240,
    dailySpread: 0.045,
    tierContracts: 10_000,
  },
  {
    base: 'ADA',
    rules: ['100', '0.1', '0.1', '0.0001'],
    maxLever: 50,
    basePrice: 0.7,
    dailySpread: 0.042,
    tierContracts: 8_000,
  },
  {
    base: 'LTC',
    rules: ['1', '0.1', '0.1', '0.01'],
    maxLever: 50,
    basePrice: 90,
    dailySpread: 0.036,
    tierContracts: 7_000,
  },
  {
    base: 'BCH',
    rules: ['0.1', '0.1', '0.1', '0.1'],
    maxLever: 50,
    basePrice: 420,
    dailySpread: 0.038,
    tierContracts: 12_000,
  },
  {
    base: 'LINK',
    rules: ['1', '0.1', '0.1', '0.001'],
    maxLever: 50,
    basePrice: 15,
    dailySpread: 0.042,
    tierContracts: 40_000,
  },
  {
    base: 'AVAX',
    rules: ['1', '0.1', '0.1', '0.001'],
    maxLever: 50,
    basePrice: 25,
    dailySpread: 0.044,
    tierContracts: 25_000,
  },
];

// The rates per tier: [maintenance, initial, maximum leverage]. The first row of the 100x table is tier 1 of ETH and BTC as recorded from OKX.
const tierRates100 = [
  ['0.004', '0.01', 100],
  ['0.005', '0.0133', 75],
  ['0.01', '0.02', 50],
  ['0.02', '0.04', 25],
  ['0.05', '0.1', 10],
  ['0.125', '0.25', 4],
] as const;
const tierRates50 = [
  ['0.01', '0.02', 50],
  ['0.02', '0.04', 25],
  ['0.025', '0.05', 20],
  ['0.05', '0.1', 10],
  ['0.125', '0.25', 4],
] as const;

/** All listed swaps by instrument id. */
export const instruments: ReadonlyMap<string, Instrument> = new Map(
  listings.map((listing, index) => [`${listing.base}-USDT-SWAP`, toInstrument(listing, index)]),
);

/** Returns the tier of a position of this size. For a size above the table it returns the last tier. */
export function tierOf(instrument: Instrument, lots: bigint): Tier {
  const found = instrument.tiers.find((tier) => lots <= tier.maxLots) ?? instrument.tiers.at(-1);
  if (!found) throw new Error(`${instrument.instId} has no tiers`);
  return found;
}

/** Returns the exact value in USDT of a size at a price. */
export function notionalOf(instrument: Instrument, ticks: bigint, lots: bigint): BaseUnits {
  return ticks * lots * instrument.tickLotValue;
}

function toInstrument(listing: Listing, index: number): Instrument {
  const [ctVal, lotSz, minSz, tickSz] = listing.rules;
  const lot = baseUnits(lotSz);
  const lotCoin = multiplyExact(lot, baseUnits(ctVal));
  const rates = listing.maxLever === 100 ? tierRates100 : tierRates50;
  const contractLots = (contracts: number): bigint => (BigInt(contracts) * ONE) / lot;
  let below = 0;
  const tiers = rates.map(([mmr, imr, maxLever], row): Tier => {
    const minContracts = below;
    below = listing.tierContracts * 2 ** row;
    return {
      tier: row + 1,
      minLots: contractLots(minContracts),
      maxLots: contractLots(below),
      mmr: baseUnits(mmr),
      imr: baseUnits(imr),
      maxLever,
    };
  });
  const maxLmtSz = '100000000';
  const maxMktSz = String(listing.tierContracts * 18);
  return {
    instId: `${listing.base}-USDT-SWAP`,
    family: `${listing.base}-USDT`,
    base: listing.base,
    instIdCode: 10_460 + index,
    ctVal,
    lotSz,
    minSz,
    tickSz,
    maxLever: listing.maxLever,
    maxLmtSz,
    maxMktSz,
    basePrice: listing.basePrice,
    dailySpread: listing.dailySpread,
    tick: baseUnits(tickSz),
    lot,
    lotCoin,
    tickLotValue: multiplyExact(baseUnits(tickSz), lotCoin),
    minLots: baseUnits(minSz) / lot,
    maxLimitLots: baseUnits(maxLmtSz) / lot,
    maxMarketLots: baseUnits(maxMktSz) / lot,
    tiers,
  };
}
