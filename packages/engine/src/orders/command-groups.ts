// Divides the commands of one pass into groups. The commands of a group are sent at the same time, and the exchange client
// may send them in one request.
import { commandsPerGroupMax } from '../limits.ts';
import { rankOf, type ExchangeCommand } from './reconcile.ts';

/**
 * Returns the groups in the sequence of their execution. The commands of a group have the same rank and kind, and can be
 * on several instruments, so the orders of one instrument do not wait for the responses to the orders of another. A group
 * never contains an entry together with an exit. A command for a trigger order is a group of one command.
 */
export function groupCommands(commands: readonly ExchangeCommand[]): readonly (readonly ExchangeCommand[])[] {
  const lanes = [...new Set(commands.map(laneOf))].toSorted();
  return lanes.flatMap((lane) => groupsOf(commands.filter((command) => laneOf(command) === lane)));
}

// The commands of one lane can be sent together. The text begins with the rank, which has one digit.
function laneOf(command: ExchangeCommand): string {
  return `${rankOf(command)} ${command.kind} ${String(isTrigger(command))}`;
}

function groupsOf(commands: readonly ExchangeCommand[]): readonly (readonly ExchangeCommand[])[] {
  // Stryker disable next-line MethodExpression: the commands of one lane are either all trigger orders or all other orders.
  const size = commands.some(isTrigger) ? 1 : commandsPerGroupMax;
  return piecesOf(commands, size);
}

/** Returns the items in pieces of at most `size` items, in their sequence. */
export function piecesOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function isTrigger(command: ExchangeCommand): boolean {
  return (command.kind === 'place' ? command.desired.type : command.order.type) === 'trigger';
}
