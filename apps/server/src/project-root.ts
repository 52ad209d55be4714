// Finds the project folder from the sources and from the build.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the nearest folder above `from` whose package.json has the name "rondo". */
export function findProjectRoot(from: string = fileURLToPath(import.meta.url)): string {
  const folder = path.dirname(from);
  if (folder === from) throw new Error('The project folder was not found above the program.');
  const file = path.join(folder, 'package.json');
  if (existsSync(file) && readFileSync(file, 'utf8').includes('"name": "rondo"')) return folder;
  return findProjectRoot(folder);
}
