// The scripts of a recovery: the owner reduces the position by hand, so the bot stops its entries. Then the owner lets the bot continue, or only exit.
import { closeThird } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { commandAt, expectAt, firstBotOf, liveSides } from './still-market.ts';

const reducedAtMs = 20_000;
const noticedAtMs = 70_000;
const recoveredAtMs = 100_000;

/** Reduces the position of the first bot by a third, and recovers the bot in one of the two ways. */
export function recoverBot(as: 'continue' | 'exitsOnly'): (world: World) => void {
  return (world) => {
    const bot = firstBotOf(world);
    const [entry, exit] = bot.config.direction === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
    const viewOf = () => world.journal.contents.views.get(bot.botId);
    let result = '';
    world.clock.after(reducedAtMs, () => {
      if (!closeThird(world, bot)) throw new Error('The exchange refused the order of the owner.');
    });
    expectAt(world, noticedAtMs, {
      'the bot has stopped its entries and its exit covers the rest': () => {
        const live = liveSides(bot);
        return viewOf()?.endReason === 'reduced_externally' && live[entry] === 0 && live[exit] === 1;
      },
    });
    commandAt(world, { atMs: noticedAtMs + 1, command: { kind: 'recover', as } }, (value) => {
      result = value;
    });
    expectAt(world, recoveredAtMs, {
      'the bot accepted the recovery and has no error': () => result === 'done' && viewOf()?.endReason === null,
      'only a bot that continues has entries, and its exit rests': () => {
        const live = liveSides(bot);
        return live[exit] === 1 && live[entry] > 0 === (as === 'continue');
      },
    });
  };
}
