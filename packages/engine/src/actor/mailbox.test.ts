// Tests the bound of the mailbox.
import { expect, test } from 'vitest';
import type { FactContext } from '../facts/batch.ts';
import { commandQueueMax } from '../limits.ts';
import { emptyMemory } from '../memory/account-memory.ts';
import { createMailbox, type CommandMessage } from './mailbox.ts';

const message: CommandMessage = {
  kind: 'userCommand',
  accountId: 'a',
  botId: 'b',
  command: { kind: 'setLast', isLast: true },
  commandId: null,
};

test('when messages are put back into a full mailbox, the mailbox keeps the oldest messages and refuses the newest messages', async () => {
  const mailbox = createMailbox(() => undefined);
  const facts = { memory: emptyMemory('a', 0) } as FactContext; // A message for an unknown bot reads only the memory.
  const results: string[] = [];
  const post = (name: string): void => void mailbox.post(message).then((result) => results.push(`${name} ${result}`));
  for (let number = 0; number < commandQueueMax; number += 1) post('early');
  const applied = mailbox.applyAll(facts);
  for (let number = 0; number < commandQueueMax; number += 1) post('late');
  applied.putBack();
  await Promise.resolve();
  expect(mailbox.size()).toBe(commandQueueMax);
  expect(results).toEqual(Array.from({ length: commandQueueMax }, () => 'late overloaded'));
});
