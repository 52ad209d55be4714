// Divides the commands of one pass into groups. The commands of a group are sent at the same time, and the exchange client
// may send them in one request.
import { commandsPerGroupMax } from '../limits.ts';
import { rankOf, type ExchangeCommand } from './reconcile.ts';

/**
 * Returns the groups in the sequence of their execution. The commands of a group have the same rank, kind and instrument.
 * A group therefore never contains an entry together with an exit. A command for a trigger order is a group of one
 * command.
 */
export function groupCommands(commands: readonly ExchangeCommand[]): readonly (readonly ExchangeCommand[])[] {
  const sorted = commands.toSorted((a, b) => rankOf(a) - rankOf(b) || compareTexts(laneOf(a), laneOf(b)));
  const groups: ExchangeCommand[][] = [];
  for (const command of sorted) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isSame = first !== undefined && rankOf(first) === rankOf(command) && laneOf(first) === laneOf(command);
    if (group !== undefined && isSame && !isTrigger(command) && group.length < commandsPerGroupMax) group.push(command);
    else groups.push([command]);
  }
  return groups;
}

// The commands of one lane can be sent together.
function laneOf(command: ExchangeCommand): string {
  return [command.kind, command.bot.config.instrument.id, isTrigger(command) ? 'trigger' : 'order'].join(' ');
}

function isTrigger(command: ExchangeCommand): boolean {
  return (command.kind === 'place' ? command.desired.type : command.order.type) === 'trigger';
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
