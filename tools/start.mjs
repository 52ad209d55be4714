// `npm start` checks the Node version, installs changed packages, builds changed parts, and then runs the server until the server is stopped. This file uses only modules of Node.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildEnvironment } from './start/build-environment.mjs';
import { become, binOf, ensureInstalled, requireNode, root, run, withoutCoreDumps } from './install.mjs';
import { serverOptions } from './deploy/server-options.mjs';

requireNode();
await ensureInstalled();
await build('web app', {
  stamp: 'dist/web.hash',
  result: 'dist/web/index.html',
  sources: ['packages', 'apps/web', 'tools/start.mjs'],
  // When a test starts the build, NODE_ENV is `test`, and with this value the build would contain the larger development code of React.
  command: () =>
    run(process.execPath, [binOf('vite'), 'build', 'apps/web', '--logLevel', 'error'], {
      env: { ...buildEnvironment(), NODE_ENV: 'production' },
    }),
});
await build('server', {
  stamp: 'dist/server.hash',
  result: 'dist/server/main.js',
  sources: ['packages', 'apps/server', 'tools/bundle.mjs', 'tools/bundle-options.mjs', 'tools/database-driver.mjs'],
  command: () => run(process.execPath, [path.join('tools', 'bundle.mjs')], { env: buildEnvironment() }),
});
// The tests use `--build-only`, because each test starts the server in its own folder.
if (!process.argv.includes('--build-only')) {
  process.stdout.write('Starting...\n');
  // Node 20 does not have this option. The server also ignores the signal itself.
  const isKnown = process.allowedNodeEnvironmentFlags.has('--disable-sigusr1');
  const options = [...serverOptions, ...(isKnown ? ['--disable-sigusr1'] : [])];
  const server = [process.execPath, ...options, path.join(root, 'dist', 'server', 'main.js')];
  const [program, ...args] = withoutCoreDumps(server);
  become(program, args, { cwd: root });
}

/** Builds one part when its sources differ from the sources of the last successful build. */
async function build(name, part) {
  const stamp = path.join(root, part.stamp);
  const wanted = hashOf(part.sources);
  const isCurrent =
    existsSync(path.join(root, part.result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isCurrent) return;
  const startedAt = Date.now();
  process.stdout.write(`Building the ${name}...\n`);
  if ((await part.command()) !== 0) {
    process.stderr.write(`The ${name} could not be built. The output above has the reason.\n`);
    process.exit(1);
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  process.stdout.write(`Built the ${name} in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s.\n`);
}

/** Returns one digest of the names and contents of the lock file and of all source files below the given paths. */
function hashOf(sources) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of ['package-lock.json', ...sources.flatMap(listFiles)]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(name) {
  if (/\.[a-z]+$/.test(name)) return isSource(name) ? [name] : [];
  const entries = readdirSync(path.join(root, name), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const below = `${name}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist', 'tests'].includes(entry.name) ? [] : listFiles(below);
    return isSource(below) ? [below] : [];
  });
}

function isSource(name) {
  return !/\.test\.tsx?$|\.md$/.test(name);
}
