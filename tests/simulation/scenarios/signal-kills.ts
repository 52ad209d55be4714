// Kills the process after the stored event of a signal, and at the commit and the sending of orders.
import type { RunOptions } from '../run.ts';
import type { EngineProcess, Point } from '../world/engine-life.ts';
import { processOf } from '../world/machines.ts';
import type { World } from '../world/world.ts';
import { sendSignals, signalCast } from './signals.ts';

/** The instants of the kills, in the order in which a signal reaches them. */
export const signalStages = ['afterSignal', 'beforeCommit', 'afterCommit', 'beforeSend', 'afterSend'] as const;

const dooms = { everyMs: { from: 5_000, to: 12_000 } };

/** The conditions of these runs. The kills of the script replace the random kills. */
export const signalKills = {
  swarm: { purse: 'ample', killMs: 0, botCount: 1, stopAfterMs: null, setsLast: false },
  castOf: signalCast,
} as const satisfies RunOptions;

/** Returns a script that sends signals, and kills the process at each stage in turn while faults are on. `onKill` gets each kill. */
export function killAtSignals(onKill: (stage: Point) => void): (world: World) => void {
  return (world) => {
    sendSignals(world);
    const [account = ''] = world.keys.keys();
    doomNext({ world, account, onKill }, 0);
  };
}

type Kills = { readonly world: World; readonly account: string; readonly onKill: (stage: Point) => void };

function doomNext(kills: Kills, index: number): void {
  const { world, account, onKill } = kills;
  const { clock } = world;
  const chance = world.chance.fork(`signal kill ${index}`);
  clock.after(chance.between(dooms.everyMs.from, dooms.everyMs.to), () => {
    if (clock.now() > world.startAt + world.chaosEndMs) return;
    const process: EngineProcess | null = processOf(world, account);
    process?.doom(signalStages[index % signalStages.length]);
    clock.after(dooms.everyMs.from, () => {
      const stage = process?.diedAt() ?? null;
      if (stage !== null) onKill(stage);
      doomNext(kills, index + 1);
    });
  });
}
