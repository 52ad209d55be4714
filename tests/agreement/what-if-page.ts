// A page in Chromium with the worker that simulates what-ifs, under the headers of the server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { contentPolicy, fixedHeaders } from '../../apps/server/src/edge/security-headers.ts';
import type { WhatIfMessage } from '../../apps/web/src/features/what-if/what-if-messages.ts';

/** A page whose global object has the worker as `whatIfWorker`. The worker has no candles yet. */
export type WhatIfPage = { readonly page: Page; close(): void };

/** A worker of the page. The types of Node have no workers of a browser. */
export interface PageWorker {
  onmessage: (event: { readonly data: WhatIfMessage }) => void;
  postMessage(message: unknown): void;
}
interface AddressRules {
  createScriptURL(address: string): string;
}
declare const trustedTypes: { createPolicy(name: string, rules: AddressRules): AddressRules };
declare const Worker: new (address: string, options: { readonly type: 'module' }) => PageWorker;

/** Builds the worker of the web app and starts it in a page of the browser. */
export async function openWhatIfPage(browser: Browser): Promise<WhatIfPage> {
  const worker = await build({
    entryPoints: [path.join(import.meta.dirname, '../../apps/web/src/features/what-if/what-if-worker.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
  });
  const code = worker.outputFiles[0]?.text ?? '';
  const headers = { ...fixedHeaders, 'content-security-policy': contentPolicy([]) };
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js';
    response.writeHead(200, { ...headers, 'content-type': isWorker ? 'text/javascript' : 'text/html' });
    response.end(isWorker ? code : '<!doctype html><title>what-if</title>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP just above
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(() => {
    const policy = trustedTypes.createPolicy('rondo', { createScriptURL: (address) => address });
    Object.assign(globalThis, {
      whatIfWorker: new Worker(policy.createScriptURL('/worker.js'), { type: 'module' }),
    });
  });
  return { page, close: () => void server.close() };
}
