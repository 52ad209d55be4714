// Rule: the text of an SQL statement contains no value of a variable. Values are parameters of tagged templates.
import { isTest, sourcesOf, type Finding, type Tree } from '../tree.ts';

/** Functions that return parts of statements from the definitions of tables. */
const derived = /\.unsafe\(\s*(recordsetOf|columnList|jsonFieldsOf|excludedOf)\(/;

/** Files that send texts of SQL, and why their texts contain no value of a caller. */
const exempt: ReadonlyMap<string, string> = new Map([
  ['packages/store/src/database/migrations.ts', 'the statements are files of this package'],
  ['packages/store/src/journal/facts-statement.ts', 'the texts are built once from the definitions of tables'],
  ['packages/store/src/backup/dump.ts', 'the names of tables are quoted'],
  ['packages/store/src/moves/copy-rows.ts', 'the names of tables are quoted'],
  ['packages/store/src/people/personal-records.ts', 'the names of tables and columns are constants'],
  ['packages/store/src/backup/load.ts', 'the names of tables are quoted'],
  ['packages/store/src/backup/ended-credentials.ts', 'the only value is a number'],
  ['packages/store/src/upkeep/restored-rows.ts', 'the values are our own, and the id of the restore is checked'],
  [
    'packages/store/src/backup/physical/replication.ts',
    'the commands have no parameters, and the names of slots are checked',
  ],
]);

/** Finds calls of `unsafe` with a text that is not derived from the definition of a table. */
export function checkSql(tree: Tree): readonly Finding[] {
  const sources = sourcesOf(tree).filter(([file]) => /^(packages\/(?!testkit\/)|apps\/)/.test(file) && !isTest(file));
  return sources.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) =>
      line.includes('.unsafe(') && !derived.test(line) && !exempt.has(file)
        ? [
            {
              file,
              line: index + 1,
              message: 'the text of the statement may contain a value of a caller: use a tagged template',
            },
          ]
        : [],
    ),
  );
}
