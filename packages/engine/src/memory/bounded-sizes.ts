// The sizes of the collections in the memory of an account whose bounds are declared in `limits.ts` (I31).
import {
  commandQueueMax,
  commandsPerGroupMax,
  entryWaitChangesMax,
  finishedOrdersMax,
  groupsPerPassMax,
  hintQueueMax,
  outsideFillsMax,
  refusedKeysMax,
  rememberedEventsMax,
  rememberedFactsMax,
} from '../limits.ts';
import type { AccountMemory } from './account-memory.ts';
import type { BotMemory } from './bot-memory.ts';

/** The number of elements of one collection, and the largest number that its bound allows. */
export type BoundedSize = { readonly name: string; readonly size: number; readonly most: number };

/** A pass deletes the finished orders above their bound at its end, so the commands of one pass may be above the bound. */
const ordersOfPassMax = groupsPerPassMax * commandsPerGroupMax;
/** A round has one base exit, one stop loss and one closing order besides the entry and the exit of each step. */
const slotsBesideSteps = 3;
/** The slots of the running round and of the round before. A pass deletes the waits of the round before at its end. */
const roundsWithWaits = 2;

/** Returns the sizes of all bounded collections of an account. The two numbers count collections outside the memory. */
export function boundedSizes(
  memory: AccountMemory,
  { commands, refusedKeys }: { readonly commands: number; readonly refusedKeys: number },
): readonly BoundedSize[] {
  const finished = memory.orders.size - memory.orders.activeCount();
  return [
    { name: 'commands', size: commands, most: commandQueueMax },
    { name: 'refused keys', size: refusedKeys, most: refusedKeysMax },
    { name: 'hints', size: memory.hints.length, most: hintQueueMax },
    { name: 'finished orders', size: finished, most: finishedOrdersMax + ordersOfPassMax },
    { name: 'keys of fills', size: memory.fillKeys.size, most: rememberedFactsMax },
    { name: 'keys of bills', size: memory.billIds.size, most: rememberedFactsMax },
    { name: 'keys of unreadable rows', size: memory.unreadableKeys.size, most: rememberedFactsMax },
    ...[...memory.bots.values()].flatMap(sizesOfBot),
  ];
}

function sizesOfBot({ config, ...bot }: BotMemory): readonly BoundedSize[] {
  const slots = roundsWithWaits * (2 * config.martinSteps + slotsBesideSteps);
  return [
    { name: 'keys of events', size: bot.keys.size, most: rememberedEventsMax },
    { name: 'outside fills', size: bot.outsideFills.length, most: outsideFillsMax },
    { name: 'waits after refusals', size: bot.backoffs.size, most: slots },
    { name: 'waits for margin', size: bot.blocks.size, most: slots },
    { name: 'skipped slots', size: bot.skippedSlots.size, most: slots },
    { name: 'reasons of a wait', size: bot.wait?.changes.length ?? 0, most: entryWaitChangesMax },
    { name: 'cancels by the user', size: bot.outsideCancels.size, most: slots },
  ];
}
