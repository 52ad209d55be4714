// Rules on the exports of a package: each export has a docstring, and each export of the index has a user outside the package.
import path from 'node:path';
import { readSyntax } from '../syntax.ts';
import { isTest, sourcesOf, unitOf, type Finding, type Tree } from '../tree.ts';

/** Returns every exported declaration in the sources of a package that has no docstring before it. */
export function checkDocstrings(tree: Tree): readonly Finding[] {
  return packageSources(tree).flatMap(([file, text]) =>
    readSyntax(file, text)
      .exports.filter(({ hasDocs }) => !hasDocs)
      .map(({ name, line }) => ({ file, line, message: `${name} has no docstring` })),
  );
}

/** Returns the exports of a package's index that no file outside the package imports. */
export function checkIndexes(tree: Tree): readonly Finding[] {
  const used = namesUsedOutside(tree);
  return packageSources(tree).flatMap(([file, text]) => {
    const [, name] = /^packages\/([^/]+)\/src\/index\.ts$/.exec(file) ?? [];
    if (name === undefined || used.has(`${name} *`)) return [];
    return exportedBy(tree, file, text)
      .filter((one) => !used.has(`${name} ${one}`))
      .map((one) => ({ file, line: 1, message: `nothing outside the package uses ${one}` }));
  });
}

/** Returns the names that an index exports. For `export *` the result contains all exports of the exported file. */
function exportedBy(tree: Tree, file: string, text: string): readonly string[] {
  const syntax = readSyntax(file, text);
  const behind = syntax.taken.flatMap(({ specifier, name }) => {
    if (name !== '*') return [name];
    const target = path.posix.join(path.posix.dirname(file), specifier);
    const source = tree.get(target)?.text ?? null;
    return source === null ? [] : exportedBy(tree, target, source);
  });
  return [...syntax.exports.map(({ name }) => name), ...behind];
}

function packageSources(tree: Tree): readonly (readonly [string, string])[] {
  return sourcesOf(tree).filter(([file]) => /^packages\/[^/]+\/src\//.test(file) && !isTest(file));
}

/** Returns texts such as `engine restore` for `import { restore } from '@rondo/engine'` in another package, an app, or a test outside `src`. */
function namesUsedOutside(tree: Tree): ReadonlySet<string> {
  const used = new Set<string>();
  for (const [file, text] of sourcesOf(tree)) {
    for (const { specifier, name } of readSyntax(file, text).taken) {
      const [, target] = /^@rondo\/([^/]+)/.exec(specifier) ?? [];
      if (target !== undefined && unitOf(file) !== `packages/${target}`) used.add(`${target} ${name}`);
    }
  }
  return used;
}
