// The owners of a long run: when a bot has ended, its owner closes what the bot left open and creates a new bot on the instrument.
import { seededChance } from '@rondo/testkit';
import { isLive } from '../checks/truth.ts';
import type { CheckedBot } from '../checks/roster.ts';
import { rowOf } from './cast.ts';
import { drawCrewBot } from './crew.ts';
import { listedSwaps } from './listed.ts';
import { processOf } from './machines.ts';
import { closeAll, planOwner } from './people.ts';
import { enlist, type World } from './world.ts';

const lookMs = 60_000;
const absentMs = 5 * 60_000;
const retryMs = 2_000;
/** No bot is created in this time before the end of the faults. */
const lastStartMs = 20 * 60_000;

/** Looks after every market of the run once a minute while faults are on. */
export function planSuccessors(world: World): void {
  const chance = seededChance(world.swarm.seed).fork('successors');
  const seats = world.checks.roster.all.map(({ market }) => market);
  const dueAt = new Map<CheckedBot, number>();
  const look = (): void => {
    if (!world.isChaos || world.checks.now() > world.swarm.chaosMs - lastStartMs) return;
    for (const market of seats) {
      const bot = world.checks.roster.inMarket(market);
      if (bot === undefined || world.journal.contents.views.get(bot.botId)?.status !== 'completed') continue;
      const at = dueAt.get(bot) ?? world.clock.now() + chance.exponential(absentMs);
      dueAt.set(bot, at);
      if (world.clock.now() < at) continue;
      if (market.position !== 0n) closeAll(world, bot);
      else if (![...market.byClientId.values()].some(isLive)) succeed(world, bot);
    }
    world.clock.after(lookMs, look);
  };
  world.clock.after(lookMs, look);
}

function succeed(world: World, last: CheckedBot): void {
  const botNumber = Math.max(...world.checks.roster.all.map((bot) => bot.botNumber)) + 1;
  const listed = listedSwaps().find(({ rules }) => rules.id === last.config.instrument.id);
  if (listed === undefined) return;
  const chance = world.chance.fork(`successor ${botNumber}`);
  const made = drawCrewBot(world.swarm, chance, { accountId: last.accountId, botNumber, listed });
  const left = world.swarm.chaosMs - world.checks.now();
  const bot = { ...made, stopAfterMs: made.stopAfterMs === null || made.stopAfterMs > left ? null : made.stopAfterMs };
  const row = rowOf(bot, world.clock.now());
  world.journal.addBot(row);
  world.nodes.storeBot?.(row);
  const checked = enlist(world, bot);
  world.trace(`${world.checks.now()} the owner creates ${bot.botId} in ${bot.accountId}`);
  const start = (): void => {
    const process = processOf(world, bot.accountId);
    // A process that starts later finds the row in the journal.
    if (process === null || !process.isAlive()) return void world.clock.after(retryMs, start);
    let hasResult = false;
    process.engine.dispatch({ kind: 'startBot', row }).then(
      (result) => {
        hasResult = result === 'done';
      },
      () => undefined,
    );
    world.clock.after(5 * retryMs, () => {
      if (!hasResult) start();
    });
  };
  start();
  planOwner(world, checked);
}
