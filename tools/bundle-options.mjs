// The options of esbuild for a program of the server. A bundle contains our own packages and the repaired database driver. It imports other packages from the
// root node_modules at run time.
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { databaseDriver } from './database-driver.mjs';
import { root } from './install.mjs';

/** Returns the options for bundles in the folder `output`, which is below the root. */
export function bundleOptions(output) {
  return {
    absWorkingDir: root,
    outdir: output,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [databaseDriver(), ownPackages(), ownUrls(output)],
  };
}

/**
 * Bundles our packages `@rondo/...` from the source files that their package.json exports. Does not bundle a package of the root node_modules. Bundles a
 * package that npm installed in the node_modules of one workspace, because dist/server cannot resolve such a package at run time.
 */
function ownPackages() {
  return {
    name: 'own-packages',
    setup(pluginBuild) {
      pluginBuild.onResolve({ filter: /^[^./]/ }, ({ path: specifier, kind }) => {
        if (kind === 'entry-point') return undefined;
        const own = /^@rondo\/([a-z]+)(\/.*)?$/.exec(specifier);
        if (own === null) return isAtRoot(specifier) ? { path: specifier, external: true } : undefined;
        const [, name, subpath = ''] = own;
        const folder = path.join(root, ['server', 'cli', 'web'].includes(name) ? 'apps' : 'packages', name);
        const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
        return { path: path.join(folder, exports[`.${subpath}`]) };
      });
    },
  };
}

/** Returns true when dist/server can resolve a specifier at run time: a module of Node, or a package in the root node_modules. */
function isAtRoot(specifier) {
  const [first = '', second = ''] = specifier.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return isBuiltin(specifier) || existsSync(path.join(root, 'node_modules', name));
}

/** Replaces import.meta.url by the address of the source file. Bundled code then finds the files beside its source file, for example the migrations. */
function ownUrls(output) {
  return {
    name: 'own-urls',
    setup(pluginBuild) {
      pluginBuild.onLoad({ filter: /[\\/](packages|apps)[\\/].*\.ts$/ }, ({ path: file }) => {
        const text = readFileSync(file, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        const relative = path.relative(output, file).split(path.sep).join('/');
        const url = `new URL(${JSON.stringify(relative)}, import.meta.url).href`;
        return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
      });
    },
  };
}
