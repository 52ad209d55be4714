// Rule: the lock file is complete for every platform, installs on the oldest supported Node, has a checksum for each package, and contains no address of a registry.
import { findMissing, findTooNew, findUnpinned, parseLock } from '../../lock/lock-file.ts';
import { textOf, type Finding, type Tree } from '../tree.ts';

const file = 'package-lock.json';

/** Checks package-lock.json for missing entries and compares it with `engines` of package.json. */
export function checkLock(tree: Tree): readonly Finding[] {
  const packages = parseLock(textOf(tree, file));
  const node = oldestNode(textOf(tree, 'package.json'));
  const messages = [
    ...findMissing(packages).map(({ owner, name }) => `${owner} needs ${name}, which has no entry: run npm run lock`),
    ...findTooNew(packages, node).map((name) => `${name} refuses Node ${node}, the oldest that engines allows`),
    ...findUnpinned(packages).map(
      (name) => `${name} has no checksum or contains the address of a registry: run npm run lock`,
    ),
  ];
  return messages.map((message) => ({ file, line: 1, message }));
}

/** Converts `>=20.19` of package.json to the version `20.19.0`. */
function oldestNode(packageJson: string): string {
  const range = (JSON.parse(packageJson) as { engines?: { node?: string } }).engines?.node ?? '';
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(range) ?? [];
  if (major === undefined || minor === undefined) throw new Error(`engines.node is not ">=major.minor": ${range}`);
  return `${major}.${minor}.0`;
}
