// Finds the nodes of the cluster whose process has ended, so that a person sees that a node is missing.
import type { NodeProcess } from './node-process.ts';

/** Returns a function that returns one line for each node that has ended since its last call. */
export function createEndedNodes(): (
  nodes: readonly Pick<NodeProcess, 'name' | 'logFile' | 'hasEnded'>[],
) => readonly string[] {
  let known: ReadonlySet<string> = new Set();
  return (nodes) => {
    const ended = nodes.filter((node) => node.hasEnded());
    const fresh = ended.filter(({ name }) => !known.has(name));
    known = new Set(ended.map(({ name }) => name));
    return fresh.map(({ name, logFile }) => `${name} has ended. Its log is ${logFile}.\n`);
  };
}
