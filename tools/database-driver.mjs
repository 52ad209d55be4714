// Repairs the database driver `postgres` in the bundle. Version 3.4.9 ends the whole process when a connection is lost while a transaction waits for a
// response: the rollback is written to a connection without a socket (issues 1154 and 1208 of the driver). A lost connection can also keep a buffer that is
// never sent, so each later query of this connection waits for ever.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Each change replaces the first text by the second text. */
const changes = [
  {
    from: 'const x = socket.write(chunk, fn)',
    to: `if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
    const x = socket.write(chunk, fn)`,
  },
  {
    from: 'incomings = null\n    clearImmediate(nextWriteTimer)',
    to: 'incomings = null\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null',
  },
];

/** A plugin of esbuild that bundles the driver with the changes. The build fails when the source of the driver does not contain a text exactly once. */
export function databaseDriver() {
  return {
    name: 'database-driver',
    setup(pluginBuild) {
      pluginBuild.onResolve({ filter: /^postgres$/ }, () => ({ path: path.join(driverFolder(), 'src', 'index.js') }));
      pluginBuild.onLoad({ filter: /[\\/]postgres[\\/]src[\\/]connection\.js$/ }, ({ path: file }) => {
        let contents = readFileSync(file, 'utf8');
        for (const { from, to } of changes) {
          if (contents.split(from).length !== 2)
            throw new Error(
              `The database driver does not contain the text "${from}" exactly once. Check tools/database-driver.mjs.`,
            );
          contents = contents.replace(from, () => to);
        }
        return { contents, loader: 'js' };
      });
    },
  };
}

function driverFolder() {
  const main = createRequire(import.meta.url).resolve('postgres');
  return main.slice(0, main.lastIndexOf(`${path.sep}cjs${path.sep}`));
}
