// Finds a Node of another major version for the nightly run. When none is named, its package is downloaded with npm and unpacked into `.cache`.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root, run } from '../install.mjs';

/** The oldest Node that works, and the newest one that is recommended. */
export const testedMajors = [20, 24];

/** Returns the tested major versions that the running Node does not cover. */
export function otherMajors(version = process.versions.node) {
  return testedMajors.filter((major) => major !== Number(version.split('.')[0]));
}

/** Returns the program of a major version, or null. The variable `NODE_24` names the program of Node 24. */
export async function findNode(major, environment = process.env) {
  const named = environment[`NODE_${major}`] ?? '';
  if (named !== '') return existsSync(named) ? named : null;
  const folder = path.join(root, '.cache', 'nodes', String(major));
  const program = path.join(folder, 'package', 'bin', 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const quiet = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  // npm checks the digest of the package. The package has one program and no install script.
  await run('npm', ['pack', '--silent', `node-${process.platform}-${process.arch}@${major}`], quiet);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz')))
    await run('tar', ['-xzf', file], quiet);
  return existsSync(program) ? program : null;
}
