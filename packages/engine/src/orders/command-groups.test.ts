// Tests of the groups of commands that are sent at the same time.
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { desiredEntry, desiredExit, liveOrder, memoryWithBot } from '../../tests/builders.ts';
import { commandsPerGroupMax } from '../limits.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { groupCommands } from './command-groups.ts';
import type { ExchangeCommand } from './reconcile.ts';

const { bot } = memoryWithBot(1_000_000, botConfig());

function place(desired: typeof desiredEntry, id: string, of: BotMemory = bot): ExchangeCommand {
  const slot = { ...desired.slot, generation: 0, botId: of.row.botId, botNumber: of.row.botNumber };
  return { kind: 'place', bot: of, slot, clientId: id, desired };
}

function cancel(id: string): ExchangeCommand {
  return { kind: 'cancel', bot, order: { ...liveOrder(desiredEntry), clientId: id } };
}

function nameOf(command: ExchangeCommand): string {
  return command.kind === 'place' ? command.clientId : command.order.clientId;
}

test('cancels are one group, and the exits and the entries after them are separate groups', () => {
  const groups = groupCommands([
    place(desiredEntry, 'entry-1'),
    cancel('cancel-1'),
    place(desiredExit, 'exit-1'),
    place(desiredEntry, 'entry-2'),
    cancel('cancel-2'),
  ]);
  expect(groups.map((group) => group.map(nameOf))).toEqual([
    ['cancel-1', 'cancel-2'],
    ['exit-1'],
    ['entry-1', 'entry-2'],
  ]);
});

test('the entries of two instruments are one group', () => {
  const instrument = { ...bot.config.instrument, id: 'BTC-USDT-SWAP' };
  const other: BotMemory = { ...bot, config: { ...bot.config, instrument } };
  const groups = groupCommands([place(desiredEntry, 'a'), place(desiredEntry, 'b', other), place(desiredEntry, 'c')]);
  expect(groups.map((group) => group.map(nameOf))).toEqual([['a', 'b', 'c']]);
});

test('an amend and a placement of the same rank are two groups, so that an exit becomes smaller before another exit is placed', () => {
  const exit = liveOrder(desiredExit);
  const amend: ExchangeCommand = { kind: 'amend', bot, order: { ...exit, clientId: 'amend-1' }, desired: desiredExit };
  const groups = groupCommands([place(desiredExit, 'exit-1'), amend]);
  expect(groups.map((group) => group.map(nameOf))).toEqual([['amend-1'], ['exit-1']]);
});

test('a group contains at most as many commands as a batch of the exchange', () => {
  const commands = Array.from({ length: commandsPerGroupMax + 1 }, (_, index) => cancel(String(index)));
  expect(groupCommands(commands).map((group) => group.length)).toEqual([commandsPerGroupMax, 1]);
});

test('each trigger order is a group of its own', () => {
  const stop = { ...desiredExit, type: 'trigger' as const };
  expect(groupCommands([place(stop, 'a'), place(stop, 'b')]).map((group) => group.length)).toEqual([1, 1]);
});
