// Tests that the server returns the page of the web app for every route of the web app, to GET and to HEAD, and the pages of the guide.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, expect, test } from 'vitest';
import type { Api } from '../api/api.ts';
import { serveWebApp } from './web-app.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'rondo-page-'));
/** The server compresses texts of at least 1,024 bytes. */
const long = ' '.repeat(1_024);
const page = `<!doctype html><title>Rondo</title>${long}`;
await writeFile(path.join(folder, 'index.html'), page);
await mkdir(path.join(folder, 'assets'));
await writeFile(path.join(folder, 'assets', 'hashed-1a.js'), 'hashed');
await writeFile(path.join(folder, 'plain.js'), 'plain');
await writeFile(path.join(folder, 'plain.js.br'), 'brotli');
await writeFile(path.join(folder, 'plain.js.gz'), 'gzip');
await mkdir(path.join(folder, 'guide', 'en'), { recursive: true });
for (const name of ['en', 'ko', 'en/linking'])
  await writeFile(path.join(folder, 'guide', `${name}.html`), `guide ${name}${long}`);
for (const language of ['en', 'ko']) {
  await mkdir(path.join(folder, 'first', language), { recursive: true });
  await writeFile(
    path.join(folder, 'first', language, 'index.html'),
    `start ${language} <a href="/r?ref=111111">${long}`,
  );
  await writeFile(path.join(folder, 'first', language, 'terms.html'), `terms ${language}`);
  await mkdir(path.join(folder, 'first', language, 'dashboard'));
  await writeFile(path.join(folder, 'first', language, 'dashboard', 'bot.html'), `bots ${language}`);
}
const api: Api = Fastify({ logger: false }).withTypeProvider<ZodTypeProvider>();
await serveWebApp(api, folder, { page, methodsOf: () => [] });

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(['/login', '/dashboard/bot', '/terms/more', '//['])(
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
  ['/guide/en/nothing', page.trim()],
])('a GET of %s returns "%s"', async (url, body) => {
  const sent = await api.inject({ url });
  expect([sent.statusCode, sent.body.trim(), sent.headers['cache-control']]).toEqual([200, body, 'no-cache']);
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

test.each([
  ['/', 'en-GB,ko;q=0.8', 'start en <a href="/r?ref=111111">'],
  ['/', 'fr,ko', 'start ko <a href="/r?ref=111111">'],
  ['/', undefined, 'start ko <a href="/r?ref=111111">'],
  ['/?ref=a%22%3Eb%26c', 'en', 'start en <a href="/r?ref=a%22%3Eb%26c">'],
  ['/?lang=ko', 'en', 'start ko <a href="/r?ref=111111">'],
  ['/terms?lang=en', 'ko', 'terms en'],
  ['/terms?lang=../en', 'ko', 'terms ko'],
])('a GET of %s by a browser with the languages %s returns "%s"', async (url, accepted, body) => {
  const headers = accepted === undefined ? {} : { 'accept-language': accepted };
  const sent = await api.inject({ url, headers });
  expect([sent.statusCode, sent.body.trim(), sent.headers['cache-control']]).toEqual([200, body, 'no-cache']);
  expect(sent.headers.vary).toContain('accept-language, cookie');
});

test('a browser with a session receives the plain page at the start page, and the public page elsewhere', async () => {
  const headers = { cookie: 'other=1; rondo_session=1', 'accept-language': 'en' };
  expect((await api.inject({ url: '/', headers })).body).toBe(page);
  expect((await api.inject({ url: '/terms', headers })).body).toBe('terms en');
});

test.each([
  { url: '/dashboard/bot', cookie: 'rondo_session=1', language: 'en', name: 'the English frame', body: 'bots en' },
  { url: '/dashboard/bot', cookie: 'rondo_session=1', language: 'fr', name: 'the Korean frame', body: 'bots ko' },
  { url: '/dashboard/bot', cookie: 'other=1', language: 'en', name: 'the plain page', body: page },
  { url: '/dashboard/bot?debug=true', cookie: 'rondo_session=1', language: 'en', name: 'the plain page', body: page },
  { url: '/dashboard/history', cookie: 'rondo_session=1', language: 'en', name: 'the plain page', body: page },
])('a GET of $url with the cookie $cookie and the language $language returns $name', async (request) => {
  const { url, cookie, language, body } = request;
  const sent = await api.inject({ url, headers: { cookie, 'accept-language': language } });
  expect([sent.body, sent.headers['cache-control']]).toEqual([body, 'no-cache']);
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip;q=1.0', 'gzip', gunzipSync],
  ['br;q=0, identity', undefined, (body: Buffer) => body],
  [undefined, undefined, (body: Buffer) => body],
])('a browser that accepts %s receives pages with the encoding %s', async (accepted, encoding, decode) => {
  for (const url of ['/', '/guide/en/linking', '/dashboard/bot']) {
    const languages = { 'accept-language': 'en' };
    const sent = await api.inject({
      url,
      headers: accepted === undefined ? languages : { ...languages, 'accept-encoding': accepted },
    });
    expect([sent.statusCode, sent.headers['content-encoding']]).toEqual([200, encoding]);
    expect(decode(sent.rawPayload).toString()).toBe((await api.inject({ url, headers: languages })).body);
    expect(sent.headers.vary).toContain('accept-encoding');
  }
});

test('a file with a hash in its name is kept for ever and has nothing to compare, another file is compared', async () => {
  const hashed = (await api.inject({ url: '/assets/hashed-1a.js' })).headers;
  const named = (await api.inject({ url: '/plain.js' })).headers;
  expect([hashed['cache-control'], hashed.etag, hashed['last-modified']]).toEqual([
    'public, max-age=31536000, immutable',
    undefined,
    undefined,
  ]);
  expect([named['cache-control'], typeof named.etag, typeof named['last-modified']]).toEqual([
    'no-cache',
    'string',
    'string',
  ]);
});
