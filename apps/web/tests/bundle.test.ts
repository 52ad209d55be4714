// Tests that the development build contains the folder src/workbench, that the production build contains neither this folder nor source maps nor values of the environment, that no build contains the summaries
// of the routes, and that the page of the build asks for the files and the data of the opened route.
import { runInNewContext } from 'node:vm';
import { routes, type ApiRoute } from '@rondo/contract';
import { build } from 'vite';
import { expect, test, vi } from 'vitest';
import type { EarlyCalls } from '../src/api/calls/early-calls.ts';

const configFile = new URL('../vite.config.ts', import.meta.url).pathname;

/** A setting of the server that is set while the app is built. */
const canary = 'canary-of-the-environment-7391';

const buildFor = async (mode: 'development' | 'production') => {
  vi.stubEnv('NODE_ENV', mode);
  for (const name of ['RONDO_MASTER_KEY', 'VITE_SECRET']) vi.stubEnv(name, canary);
  const built = await build({ configFile, mode, logLevel: 'silent', build: { write: false } });
  vi.unstubAllEnvs();
  return (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
};

const outputs = await buildFor('development');

test('the development build contains modules of the folder src/workbench', () => {
  const modules = outputs.flatMap((each) => (each.type === 'chunk' ? Object.keys(each.modules) : []));
  expect(modules.length).toBeGreaterThan(200);
  expect(modules.filter((module) => module.includes('/src/workbench/')).length).toBeGreaterThan(5);
});

test('the production build has no module of the folder src/workbench, no source map and no value of the environment', async () => {
  const built = await buildFor('production');
  const modules = built.flatMap((each) => (each.type === 'chunk' ? Object.keys(each.modules) : []));
  expect(modules.length).toBeGreaterThan(200);
  expect(modules.filter((module) => module.includes('/src/workbench/'))).toEqual([]);
  const texts = built.map((each) => ({
    name: each.fileName,
    text: each.type === 'chunk' ? each.code : String(each.source),
  }));
  const suspect = texts.filter(
    ({ name, text }) => name.endsWith('.map') || text.includes('sourceMappingURL') || text.includes(canary),
  );
  expect(suspect.map(({ name }) => name)).toEqual([]);
});

test('the build has the paths of the routes, and no summary of a route', () => {
  const code = outputs.flatMap((each) => (each.type === 'chunk' ? [each.code] : [])).join('\n');
  const rows = Object.values<ApiRoute>(routes);
  expect(rows.filter(({ path }) => !code.includes(path))).toEqual([]);
  const summaries = new Set([...code.matchAll(/\bsummary:\s*(["'`])(.*?)\1/gu)].map(([, , text]) => text));
  expect(rows.filter(({ summary }) => summaries.has(summary))).toEqual([]);
});

const page = outputs.find(({ fileName }) => fileName === 'index.html');
const html = page?.type === 'asset' ? String(page.source) : '';
/** The script of the page that asks for the files and the data of the opened route. */
const [script = ''] = /(?<=<script>)\(function\(files.*?(?=<\/script>)/s.exec(html) ?? [];

test.each([
  ['/dashboard/bot', 'token', ['/api/bots/my-bots', '/api/okx/oauth/status', '/api/instruments', '/api/user/me']],
  ['/dashboard/bot', undefined, []],
  ['/dashboard/history', 'token', []],
  ['/login', 'token', []],
])('at %s with the token %s the page makes the calls %j at once', (pathname, accessToken, wanted) => {
  const calls: { address: string; authorization: string }[] = [];
  const window = { earlyCalls: undefined as EarlyCalls | undefined };
  runInNewContext(script, {
    window,
    location: { pathname },
    localStorage: { lang: 'ko', accessToken },
    navigator: { languages: ['en'] },
    performance: { now: () => 7 },
    document: { cookie: '', createElement: () => ({}), head: { append: () => undefined } },
    fetch: async (address: string, { headers }: { headers: { authorization: string } }) => {
      calls.push({ address, authorization: headers.authorization });
    },
  });
  expect(calls).toEqual(wanted.map((address) => ({ address, authorization: 'Bearer token' })));
  expect(Object.keys(window.earlyCalls?.responses ?? {})).toEqual(wanted);
  expect(window.earlyCalls?.token).toBe(wanted.length === 0 ? undefined : 'token');
});

/** Returns the files that the page asks for at a path in Korean, and the value of `crossorigin` at each preload of a style sheet. */
function askedAt(pathname: string): { readonly asked: readonly string[]; readonly sheets: readonly unknown[] } {
  const asked: string[] = [];
  const sheets: unknown[] = [];
  const document = {
    cookie: '',
    createElement: () => ({}),
    head: {
      append: (link: { href: string; rel: string; crossOrigin?: string }) => {
        asked.push(link.href);
        if (link.rel === 'preload') sheets.push(link.crossOrigin);
      },
    },
  };
  runInNewContext(script, {
    location: { pathname },
    localStorage: { lang: 'ko' },
    navigator: { languages: ['en'] },
    document,
  });
  return { asked, sheets };
}

/** The most script files of the bots tab. Today they are 10; the tab once loaded 46 small files, one request each. */
const mostFiles = 13;

test('a member who opens the bots tab loads few script files', () => {
  const chunks = new Map(outputs.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each] as const] : [])));
  const inPage = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  const waiting = [...inPage, ...askedAt('/dashboard/bot').asked.map((href) => href.slice(1))];
  const files = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = chunks.get(name);
    if (chunk === undefined || files.has(name)) continue;
    files.add(name);
    waiting.push(...chunk.imports);
  }
  expect(files.size).toBeGreaterThan(5);
  expect([...files].slice(mostFiles)).toEqual([]);
});

test.each([
  ['/dashboard/bot', ['app/pages/bots-tab.tsx', 'i18n/ko/member.ts'], ['i18n/en/member.ts']],
  // The server sends the start page, the demo and the legal pages with their content, and these pages name their files themselves.
  ['/', [], ['app/pages/bots-tab.tsx', 'i18n/ko/start.ts']],
  ['/demo', [], ['app/pages/bots-tab.tsx']],
  ['/terms', [], ['app/pages/bots-tab.tsx']],
])('in Korean, the page asks at %s for the files with %j and not for %j', (pathname, wanted, unwanted) => {
  expect(html.indexOf(script)).toBeLessThan(html.indexOf('rel="stylesheet"'));
  const { asked, sheets } = askedAt(pathname);
  const chunks = outputs.filter((each) => each.type === 'chunk' && asked.includes(`/${each.fileName}`));
  const modules = chunks.flatMap((each) => (each.type === 'chunk' ? Object.keys(each.modules) : []));
  // The link of a style sheet has the attribute crossorigin. The browser loads the sheet again when its preload has another mode.
  expect(new Set(sheets)).toEqual(new Set(wanted.length === 0 ? [] : ['']));
  for (const module of wanted) expect(modules.filter((id) => id.endsWith(`/${module}`))).toHaveLength(1);
  for (const module of unwanted) expect(modules.filter((id) => id.endsWith(`/${module}`))).toEqual([]);
});
