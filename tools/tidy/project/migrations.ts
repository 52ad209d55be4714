// Rule: migrations are numbered without gaps, and each has its statements, its notes and a check that verifies its effect.
import type { Finding, Tree } from '../tree.ts';

const parts = ['up.sql', 'notes.md', 'check.sql'] as const;

/** Returns the folders of the migrations, sorted by number. */
function listMigrations(tree: Tree): readonly string[] {
  const folders = new Set<string>();
  for (const file of tree.keys()) {
    const folder = /^(packages\/store\/(?:src\/)?migrations\/[^/]+)\//.exec(file)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders].sort();
}

/** Checks the number and the contents of every migration. A tree without migrations is also a finding. */
export function checkMigrations(tree: Tree): readonly Finding[] {
  if (listMigrations(tree).length === 0)
    return [{ file: 'packages/store', line: 1, message: 'there are no migrations' }];
  return listMigrations(tree).flatMap((folder, index) => {
    const expected = String(index + 1).padStart(4, '0');
    const isNumbered = new RegExp(`/${expected}-[a-z0-9-]+$`).test(folder);
    const missing = parts.filter((part) => (tree.get(`${folder}/${part}`)?.text ?? '').trim() === '');
    return [
      ...(isNumbered
        ? []
        : [{ file: folder, line: 1, message: `the name of the folder does not begin with ${expected}-` }]),
      ...missing.map((part) => ({ file: folder, line: 1, message: `${part} is missing or empty` })),
    ];
  });
}
