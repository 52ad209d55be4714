// The script of a zombie: the process that commands an account is paused until another process has its lease, and wakes with its old leases.
import { disturb } from '../faults/lever.ts';
import { processOf } from '../world/machines.ts';
import { countFault, type World } from '../world/world.ts';

/** Between two pauses the accounts have time to trade. */
const gapMs = { from: 20_000, to: 60_000 };
/** A lease ends 15 s after its renewal, and another process takes it about a second later. */
const pauseMs = { from: 16_500, to: 60_000 };

/** While faults are on, pauses the owner of a random account again and again. */
export function pauseOwners(world: World): void {
  const chance = world.chance.fork('zombies');
  const accountIds = [...world.keys.keys()];
  const next = (delayMs: number): void => {
    world.clock.after(delayMs, () => {
      if (!world.isChaos) return;
      const process = processOf(world, accountIds[chance.between(0, accountIds.length - 1)] ?? '');
      const forMs = chance.between(pauseMs.from, pauseMs.to);
      if (process !== null) {
        countFault(world, 'pause');
        process.pause(forMs);
        disturb(world, forMs);
      }
      next(forMs + chance.between(gapMs.from, gapMs.to));
    });
  };
  next(chance.between(gapMs.from, gapMs.to));
}
