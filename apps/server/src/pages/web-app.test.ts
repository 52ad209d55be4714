// Tests that the server returns the page of the web app for every route of the web app, to GET and to HEAD, and the pages of the guide.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, expect, test } from 'vitest';
import type { Api } from '../api/api.ts';
import { serveWebApp } from './web-app.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'rondo-page-'));
const page = '<!doctype html><title>Rondo</title>';
await writeFile(path.join(folder, 'index.html'), page);
await writeFile(path.join(folder, 'plain.js'), 'plain');
await writeFile(path.join(folder, 'plain.js.br'), 'brotli');
await writeFile(path.join(folder, 'plain.js.gz'), 'gzip');
await mkdir(path.join(folder, 'guide', 'en'), { recursive: true });
for (const name of ['en', 'ko', 'en/linking'])
  await writeFile(path.join(folder, 'guide', `${name}.html`), `guide ${name}`);
const api: Api = Fastify({ logger: false }).withTypeProvider<ZodTypeProvider>();
await serveWebApp(api, folder, { page, methodsOf: () => [] });

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(['/', '/dashboard/bot', '/terms'])(
  'a GET of %s returns the page, and a HEAD returns only the headers',
  async (url) => {
    const read = await api.inject({ method: 'GET', url });
    expect([read.statusCode, read.body]).toEqual([200, page]);
    const asked = await api.inject({ method: 'HEAD', url });
    expect([asked.statusCode, asked.body]).toEqual([200, '']);
    expect(asked.headers['content-length']).toBe(read.headers['content-length']);
  },
);

test.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzip'],
  ['identity', undefined, 'plain'],
])(
  'a browser that accepts %s receives the file that was compressed at build for it',
  async (accepted, encoding, body) => {
    const sent = await api.inject({ url: '/plain.js', headers: { 'accept-encoding': accepted } });
    expect([sent.headers['content-encoding'], sent.body]).toEqual([encoding, body]);
    expect(sent.headers.vary).toContain('accept-encoding');
    expect(sent.headers['content-type']).toContain('javascript');
  },
);

test.each(['/api/nothing', '/assets/nothing.js', '/nothing.txt'])(
  'a GET of %s does not return the page',
  async (url) => {
    for (const method of ['GET', 'HEAD'] as const) expect((await api.inject({ method, url })).statusCode).not.toBe(200);
  },
);

test.each([
  ['/guide/en', 'guide en'],
  ['/guide/ko/', 'guide ko'],
  ['/guide/en/linking?from=footer', 'guide en/linking'],
  ['/guide/en/nothing', page],
])('a GET of %s returns "%s"', async (url, body) => {
  const sent = await api.inject({ url });
  expect([sent.statusCode, sent.body, sent.headers['cache-control']]).toEqual([200, body, 'no-cache']);
});

test.each([
  ['ru,en-GB;q=0.8', '/guide/en'],
  ['fr', '/guide/ko'],
  [undefined, '/guide/ko'],
])('a browser with the languages %s is redirected from /guide to %s', async (accepted, place) => {
  const headers = accepted === undefined ? {} : { 'accept-language': accepted };
  const sent = await api.inject({ url: '/guide', headers });
  expect([sent.statusCode, sent.headers.location, sent.headers.vary]).toEqual([302, place, 'accept-language']);
});
