// Tests that the end of a node is told once, and again after the node was started again.
import { expect, test } from 'vitest';
import { createEndedNodes } from './ended-nodes.ts';

test('a node that has ended is told once with its log, and again after it has run in between', () => {
  const alive = { name: 'engine-1', logFile: '/a/server.log', hasEnded: () => false };
  const ended = { name: 'engine-2', logFile: '/b/server.log', hasEnded: () => true };
  const look = createEndedNodes();
  const line = 'engine-2 has ended. Its log is /b/server.log.\n';
  expect(look([alive, ended])).toEqual([line]);
  expect(look([alive, ended])).toEqual([]);
  expect(look([alive, { ...ended, hasEnded: () => false }])).toEqual([]);
  expect(look([alive, ended])).toEqual([line]);
});
