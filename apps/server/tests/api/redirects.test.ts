// Tests that no path, parameter or header of a request chooses the host of a redirect: each redirect leads to an own path.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes, type ApiRoute } from '@rondo/contract';
import type { Api } from '../../src/api/api.ts';
import { createApp } from '../../src/app.ts';
import { freshAddress } from '../_callers.ts';
import { startWorld, type TestWorld } from '../_world.ts';

let world: TestWorld;
let api: Api;
let webFolder = '';
beforeAll(async () => {
  world = await startWorld();
  webFolder = await mkdtemp(path.join(tmpdir(), 'rondo-web-'));
  await mkdir(path.join(webFolder, 'guide'));
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html><title>Rondo</title>');
  for (const language of ['ko', 'en']) await writeFile(path.join(webFolder, 'guide', `${language}.html`), language);
  api = await createApp({ ...world.context, webFolder });
});
afterAll(async () => {
  await api.close();
  await world.close();
  await rm(webFolder, { recursive: true, force: true });
});

const foreign = [
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  'https:evil.test',
  'javascript:alert(1)',
  'http://localhost@evil.test',
  '/%0d%0alocation:%20https://evil.test',
  '\r\nlocation: https://evil.test',
];
const names = [
  'ref',
  'next',
  'redirect',
  'redirect_uri',
  'return_to',
  'url',
  'domain',
  'error',
  'state',
  'code',
  'host',
];

/** Returns the addresses of the redirects of a request as a browser that names the target in its headers too. */
async function redirectsOf(url: string, target: string): Promise<readonly string[]> {
  const plain = target.replaceAll(/[\r\n]/g, '');
  const headers = { accept: 'text/html', 'accept-language': plain, 'x-forwarded-host': plain, referer: plain };
  const { statusCode, headers: given } = await api.inject({ url, headers, remoteAddress: freshAddress() });
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return isRedirect || given.location !== undefined ? [String(given.location)] : [];
}

test('a redirect never leads to a host that the request names', async () => {
  const table: readonly ApiRoute[] = Object.values(routes);
  const reads = table.filter(({ method }) => method === 'GET').map((row) => row.path.replaceAll(/:\w+/g, 'nothing'));
  const pages = ['/', '/login', '/dashboard', '/guide', '/rondo/happy/auth/register', '/okx-oauth-error', '/nothing'];
  const places = new Set<string>();
  for (const target of foreign) {
    const query = new URLSearchParams(names.map((name): [string, string] => [name, target]));
    const urls = [...pages, ...reads].flatMap((url) => [
      `${url}?${query}`,
      `${url}?${new URLSearchParams({ error: target })}`,
    ]);
    const paths = [
      target,
      `/${target}`,
      `/guide/${target}`,
      `/guide//evil.test`,
      `//evil.test/guide`,
      `/login/..//evil.test`,
    ];
    for (const url of [...urls, ...paths.filter((each) => each.startsWith('/'))])
      for (const place of await redirectsOf(url.replaceAll(/[\r\n\\]/g, encodeURIComponent), target)) places.add(place);
  }
  const pathnames = [...places].map((place) => {
    const { host, pathname } = new URL(place, 'http://own.test');
    return { host, pathname };
  });
  expect(pathnames.filter(({ host }) => host !== 'own.test')).toEqual([]);
  expect([...places].filter((place) => !/^\/[\w-]/.test(place) || /[\r\n]/.test(place))).toEqual([]);
  expect(new Set(pathnames.map(({ pathname }) => pathname))).toEqual(
    new Set(['/dashboard/okx-oauth-redirect', '/okx-oauth-error', '/guide/ko']),
  );
});
