// The accounts and bots of one run: two accounts with funds, and one to three bots. Two bots of one account have different instruments.
import { decimal } from '@rondo/decimal';
import type { BotRow } from '@rondo/engine';
import { encode, type InstrumentRules } from '@rondo/strategy';
import { ethSwap, seededChance, type SeededChance } from '@rondo/testkit';
import { drawLadder, type Ladder, type Swarm } from '../faults/swarm.ts';
import { configOf, type Cast, type CastBot } from './cast-bot.ts';
import { crewOf } from './crew.ts';

/** The traded instruments with their first prices. */
export const firstPrices: Readonly<Record<string, number>> = { 'ETH-USDT-SWAP': 2_600, 'BTC-USDT-SWAP': 68_000 };

/** The rules of the second instrument of a short run. */
export const btcSwap: InstrumentRules = {
  ...ethSwap,
  id: 'BTC-USDT-SWAP',
  tickSz: decimal('0.1'),
  ctVal: decimal('0.01'),
};

const allocation = '2000';
/** The USDT of the first account. The ladder needs a margin of 1,000 USDT, so `short` is not enough. With `frail`, the first bot uses 90 % of the whole balance as margin, at leverage 20. */
const purses: Readonly<Record<Swarm['purse'], string>> = { ample: '10000', short: '700', frail: allocation };

/** Returns the accounts and bots for the conditions of a run. `swarm` contains the settings of the first bot. The settings of the other bots are random. */
export function castOf(swarm: Swarm): Cast {
  return swarm.crew === null ? smallCastOf(swarm) : crewOf(swarm);
}

function smallCastOf(swarm: Swarm): Cast {
  const chance = seededChance(swarm.seed).fork('cast');
  const { stopAfterMs, stopCloses, setsLast } = swarm;
  const first = botOf(swarm, swarm, { number: 1, accountId: 'account-1', instrument: ethSwap });
  const places = [
    { accountId: 'account-1', instrument: btcSwap },
    { accountId: 'account-2', instrument: chance.pick([ethSwap, btcSwap]) },
  ];
  // When the run has two bots, the second bot gets one of the two places at random.
  const taken = swarm.botCount === 2 ? [chance.happens(0.5) ? places[0] : places[1]] : places;
  const others = taken.slice(0, swarm.botCount - 1).flatMap((place, index) => {
    if (place === undefined) return [];
    const own = chance.fork(`bot ${index}`);
    return [{ ...botOf(swarm, drawLadder(own), { number: index + 2, ...place }), ...drawEnd(own) }];
  });
  return {
    accounts: [
      { accountId: 'account-1', usdt: purses[swarm.purse] },
      { accountId: 'account-2', usdt: '10000' },
    ],
    bots: [{ ...first, stopAfterMs, stopCloses, setsLast }, ...others],
  };
}

/** Returns the row of a bot in the journal. */
export function rowOf(bot: CastBot, createdAt: number): BotRow {
  const { botId, botNumber, accountId, config } = bot;
  return {
    botId,
    botNumber,
    accountId,
    instrumentId: config.instrument.id,
    config: JSON.stringify(encode(config)),
    createdAt,
  };
}

function drawEnd(chance: SeededChance): Pick<CastBot, 'stopAfterMs' | 'stopCloses' | 'setsLast'> {
  const second = 1_000;
  return {
    stopAfterMs: chance.happens(0.5) ? chance.between(20 * second, 110 * second) : null,
    stopCloses: chance.happens(0.7),
    setsLast: chance.happens(0.25),
  };
}

function botOf(
  swarm: Swarm,
  part: Ladder,
  place: { readonly number: number; readonly accountId: string; readonly instrument: InstrumentRules },
): Pick<CastBot, 'botId' | 'botNumber' | 'accountId' | 'config'> {
  const isFrail = swarm.purse === 'frail' && place.number === 1;
  const config = configOf(part, { instrument: place.instrument, allocation, isFrail });
  return { botId: `bot-${place.number}`, botNumber: place.number, accountId: place.accountId, config };
}
