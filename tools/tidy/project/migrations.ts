// Rule: migrations are numbered without gaps, and each has its statements, its notes and a check that verifies its effect. A migration that an older program
// cannot use names the oldest program that can use it.
import type { Finding, Tree } from '../tree.ts';

const parts = ['up.sql', 'notes.md', 'check.sql'] as const;

/** The last migration of the time before two versions could run on one database. */
const lastFree = '0015';

/** Statements after which the queries or the inserts of an older program can fail. */
const narrowing: readonly RegExp[] = [
  /\bdrop\s+(table|column|view|function|type)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i,
  /\badd\s+column\s+(?=[^;,]*\bnot\s+null\b)(?![^;,]*\bdefault\b)/i,
];

/** Returns whether the statements can break an older program without the statement that ends the use of older programs. */
function isUnsafeForOlder(name: string, up: string): boolean {
  if (name.slice(0, 4) <= lastFree) return false;
  const statements = up.replaceAll(/--.*$/gm, '');
  return (
    narrowing.some((kind) => kind.test(statements)) &&
    !/\bupdate\s+schema_state\s+set\s+min_program\b/i.test(statements)
  );
}

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
    const up = tree.get(`${folder}/up.sql`)?.text ?? '';
    const missing = parts.filter((part) => (tree.get(`${folder}/${part}`)?.text ?? '').trim() === '');
    return [
      ...(isNumbered
        ? []
        : [{ file: folder, line: 1, message: `the name of the folder does not begin with ${expected}-` }]),
      ...(isUnsafeForOlder(folder.split('/').at(-1) ?? '', up)
        ? [
            {
              file: `${folder}/up.sql`,
              line: 1,
              message:
                'a statement can break an older program, and the migration does not raise schema_state.min_program',
            },
          ]
        : []),
      ...missing.map((part) => ({ file: folder, line: 1, message: `${part} is missing or empty` })),
    ];
  });
}
