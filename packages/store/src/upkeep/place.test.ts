// Tests of the place of a server, on real folders.
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeLastSeen } from './last-seen.ts';
import { foreseenPlace, machinePlace, placeOf, serverPlace } from './place.ts';

let folder: string;
let machineFile: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rondo-place-'));
  machineFile = path.join(folder, 'machine-id');
  await writeFile(machineFile, 'first\n');
});
afterEach(() => rm(folder, { recursive: true }));

const home = (name = 'home') => path.join(folder, name);
const remote = (name = 'home') => serverPlace(home(name), { isEmbedded: false, machineFile });

test('a server with an external database creates its data folder, and has the same place after each start, also when several start together', async () => {
  const [first, ...others] = await Promise.all([remote(), remote(), remote()]);
  for (const other of [...others, await remote()]) expect(other).toEqual(first);
  expect(await readdir(home())).toEqual(['place.id']);
  expect((await stat(path.join(home(), 'place.id'))).mode & 0o777).toBe(0o644);
});

test.each([
  ['another folder', () => remote('other')],
  [
    'a copy of the folder at another path',
    async () => (await cp(home(), home('copy'), { recursive: true }), remote('copy')),
  ],
  [
    'a copy of the folder at the same path',
    async () => {
      await cp(home(), home('copy'), { recursive: true });
      await rename(home(), home('old'));
      await rename(home('copy'), home());
      return remote();
    },
  ],
  [
    'a new folder at the same path',
    async () => {
      await rename(home(), home('old'));
      await mkdir(home());
      return remote();
    },
  ],
  [
    'a new folder that has by chance the path and the inode of the former one',
    async () => (await rm(path.join(home(), 'place.id')), remote()),
  ],
  ['another machine', async () => (await writeFile(machineFile, 'second'), remote())],
  ['a machine without an id', async () => (await rm(machineFile), remote())],
])('%s is another place', async (_case, elsewhere) => {
  const { place } = await remote();
  expect((await elsewhere()).place).not.toBe(place);
});

test('in two containers without the id of a machine, the data folders tell the places apart', async () => {
  await rm(machineFile);
  const [one, two] = [await remote('one'), await remote('two')];
  expect(one.place).not.toBe(two.place);
  expect(one.machine).toBe(two.machine);
  expect((await machinePlace(machineFile)).place).toBe(one.machine);
});

test('the place of an embedded database is the digest of its folder, which gets no further file', async () => {
  await mkdir(home());
  const place = await placeOf(home(), machineFile);
  expect(await serverPlace(home(), { isEmbedded: true, machineFile })).toEqual({ place, machine: place, seen: null });
  expect(await readdir(home())).toEqual([]);
});

test('the place of a server that trades has what a server of its folder has last seen, and an incomplete file is none', async () => {
  const seen = { history: 'the first', count: 7 };
  expect((await remote()).seen).toBeNull();
  await writeLastSeen(home(), seen);
  await writeLastSeen(home(), { ...seen, count: 8 });
  expect((await remote()).seen).toEqual({ ...seen, count: 8 });
  expect((await readdir(home())).toSorted()).toEqual(['last-seen.json', 'place.id']);
  expect(await serverPlace(home(), { isEmbedded: false, trades: false, machineFile })).not.toHaveProperty('seen');
  await writeFile(path.join(home(), 'last-seen.json'), '{"history": "the fi');
  expect((await remote()).seen).toBeNull();
});

test('a data folder that cannot be created stops the start with a sentence that names the setting', async () => {
  await expect(serverPlace(path.join(machineFile, 'home'), { isEmbedded: false, machineFile })).rejects.toThrow(
    /RONDO_HOME/,
  );
});

test('the place of a server that has not started yet is unknown, later it is its place, and looking creates nothing', async () => {
  const foresee = () => foreseenPlace(home(), { isEmbedded: false, machineFile });
  const early = await foresee();
  expect(await readdir(folder)).toEqual(['machine-id']);
  const started = await remote();
  expect(early).toEqual({ place: expect.not.stringContaining(started.place), machine: started.machine });
  expect(await foresee()).toEqual(started);
  expect(await foreseenPlace(home(), { isEmbedded: true, machineFile })).toEqual(
    await serverPlace(home(), { isEmbedded: true, machineFile }),
  );
});
