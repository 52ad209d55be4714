// The rare faults of accounts: changes by the owner in the app of the exchange, changes of a key, and impatient owners.
import { formatDecimal } from '@rondo/decimal';
import { isLive } from '../checks/truth.ts';
import type { CheckedBot } from '../checks/roster.ts';
import { insistOnClose, sendStorm } from '../world/people.ts';
import { noteIntervention, type World } from '../world/world.ts';
import { act, botAt, disturb, logBetween, minute, second, type Lever } from './lever.ts';

/** All configurations of a long run have this leverage. */
const usualLeverage = '5';

/** The engine notices within this time that a key may trade again. */
const noticedWithinMs = 20 * second;

/** The faults of single accounts. */
export const accountLevers: readonly Lever[] = [
  {
    rate: 'deleverageMs',
    name: 'deleverage',
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      if (bot === undefined || bot.market.position === 0n) return false;
      const share = chance.pick(['0.2', '0.5', '1']);
      return act(world, bot.accountId, { act: 'adl', instId: bot.config.instrument.id, share });
    },
  },
  {
    rate: 'leverageMs',
    name: 'leverageChange',
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      if (bot === undefined) return false;
      const instId = bot.config.instrument.id;
      const change = (lever: string): boolean => act(world, bot.accountId, { act: 'leverage', instId, lever });
      world.clock.after(logBetween(chance, 10 * second, 10 * minute), () => void change(usualLeverage));
      return change(chance.pick(['3', '10', '20']));
    },
  },
  {
    rate: 'fundsMs',
    name: 'fundsMoved',
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      if (bot === undefined) return false;
      const usdt = chance.between(100, 2_000);
      const transfer = (amount: number): boolean =>
        act(world, bot.accountId, { act: 'transfer', usdt: String(amount) });
      if (!transfer(-usdt)) return false;
      world.clock.after(logBetween(chance, minute, 10 * minute), () => void transfer(usdt));
      return true;
    },
  },
  {
    rate: 'keyMs',
    name: 'keyChange',
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      const apiKey = world.keys.get(bot?.accountId ?? '')?.apiKey;
      if (bot === undefined || apiKey === undefined) return false;
      const change = (perm: string): boolean => act(world, bot.accountId, { act: 'key', apiKey, perm });
      const forMs = logBetween(chance, 10 * second, 10 * minute);
      world.clock.after(forMs, () => void change('read_only,trade'));
      const permissions = chance.pick(['read_only', 'read_only,trade,withdraw']);
      if (permissions === 'read_only') refuseTrade(world, bot.accountId, forMs + noticedWithinMs);
      return change(permissions);
    },
  },
  {
    rate: 'positionModeMs',
    name: 'positionMode',
    // As at OKX, the mode can change only while the account has no position and no order.
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      if (bot === undefined) return false;
      const ofAccount = world.checks.roster.all.filter(({ accountId }) => accountId === bot.accountId);
      const isFree = ofAccount.every(
        ({ market }) => market.position === 0n && ![...market.byClientId.values()].some(isLive),
      );
      if (!isFree) return false;
      disturb(world, minute);
      return act(world, bot.accountId, {
        act: 'positionMode',
        posMode: chance.pick(['net_mode', 'long_short_mode']),
      });
    },
  },
  {
    rate: 'foreignOrderMs',
    name: 'foreignOrder',
    // The owner places an order far from the market and cancels it later. The engine must not touch it (I15).
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      const quote = world.quotes.get(bot?.config.instrument.id ?? '');
      if (bot === undefined || quote === undefined) return false;
      const { id, minSz, tickSz } = bot.config.instrument;
      const isLong = bot.config.direction === 'long';
      const ticks = (quote.ticks * (isLong ? 85n : 115n)) / 100n;
      const price = (Number(ticks) * Number(formatDecimal(tickSz))).toFixed(tickSz.scale);
      const fields = {
        instId: id,
        side: isLong ? 'buy' : 'sell',
        ordType: 'limit',
        sz: formatDecimal(minSz),
        px: price,
      };
      const posSide = world.swarm.posMode === 'net_mode' ? 'net' : bot.config.direction;
      const clOrdId = `hand${Math.round(world.checks.now())}`;
      if (!act(world, bot.accountId, { act: 'order', posSide, clOrdId, ...fields })) return false;
      world.clock.after(logBetween(chance, 10 * second, 10 * minute), () => removeOrder(world, bot, clOrdId));
      return true;
    },
  },
  {
    rate: 'impatientOwnerMs',
    name: 'impatientOwner',
    // Double clicks and two tabs: an owner switches the last round on and off several times within two seconds.
    pull: (world, chance) => {
      const bot = botAt(world, chance);
      return bot !== undefined && sendStorm(world, bot, chance);
    },
  },
];

// Notes that the account cannot trade until this many milliseconds from now.
function refuseTrade({ clock, refusedUntil }: World, accountId: string, forMs: number): void {
  refusedUntil.set(accountId, Math.max(refusedUntil.get(accountId) ?? 0, clock.now() + forMs));
}

// The owner cancels the order. When it has filled, the owner closes the position, because the bot does not manage it.
function removeOrder(world: World, bot: CheckedBot, clOrdId: string): void {
  act(world, bot.accountId, { act: 'cancel', instId: bot.config.instrument.id, clOrdId });
  if ((bot.market.byClientId.get(clOrdId)?.filledLots ?? 0n) === 0n) return;
  const newest = world.checks.roster.inMarket(bot.market) ?? bot;
  noteIntervention(world, newest.botId, { wasEnlarged: true });
  insistOnClose(world, newest);
}
