// The accounts and bots of a long run. Each account has its bots on different instruments.
import { seededChance, type SeededChance } from '@rondo/testkit';
import { drawLadder, type Ladder, type Swarm } from '../faults/swarm.ts';
import { configOf, type Cast, type CastBot } from './cast-bot.ts';
import { listedSwaps, type Listed } from './listed.ts';

/** The USDT that one bot may use, and the USDT of an account for each of its bots. With a short purse, the ladders of an account do not all fit. */
const budget = '2000';
const usdtEach = { ample: 3_000, short: 900, frail: 3_000 } as const;

/** Returns the cast of a long run. */
export function crewOf(swarm: Swarm): Cast {
  const { accounts = 1, botsEach = 1 } = swarm.crew ?? {};
  const chance = seededChance(swarm.seed).fork('crew');
  const places = Array.from({ length: accounts }, (_, index) => {
    const own = chance.fork(`account ${index}`);
    const offset = own.between(0, listedSwaps().length - 1);
    const accountId = `account-${index + 1}`;
    return Array.from({ length: botsEach }, (_each, bot) => ({ accountId, listed: swapAt(offset + bot) }));
  });
  return {
    accounts: places.map((each) => ({
      accountId: each[0]?.accountId ?? '',
      usdt: String(usdtEach[swarm.purse] * botsEach),
    })),
    bots: places.flat().map((place, index) => {
      const botNumber = index + 1;
      return drawCrewBot(swarm, chance.fork(`bot ${botNumber}`), { ...place, botNumber });
    }),
  };
}

/** Draws the settings of one bot, and the commands that its owner sends. */
export function drawCrewBot(
  swarm: Swarm,
  chance: SeededChance,
  place: { readonly accountId: string; readonly botNumber: number; readonly listed: Listed },
): CastBot {
  const { accountId, botNumber, listed } = place;
  const ladder: Ladder = {
    ...drawLadder(chance),
    stepDistancePercent: chance.pick(['0.2', '0.4', '0.8', '1.5']),
    takeProfitPercent: chance.pick(['0.15', '0.3', '0.6']),
    maxMarketSz: null,
  };
  return {
    botId: `bot-${botNumber}`,
    botNumber,
    accountId,
    config: configOf(ladder, { instrument: listed.rules, allocation: budget, isFrail: false }),
    stopAfterMs: chance.happens(0.3) ? chance.between(10 * 60_000, swarm.chaosMs) : null,
    stopCloses: chance.happens(0.7),
    setsLast: chance.happens(0.1),
  };
}

function swapAt(index: number): Listed {
  const listed = listedSwaps();
  const found = listed[index % listed.length];
  if (found === undefined) throw new Error('The exchange lists no swap.');
  return found;
}
