// A browser that Lighthouse drives over its debugging port. The storage of the browser stays between visits, so a session stays; its cache is emptied before each visit.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';

const kb = 1_000;

/** Lighthouse asks for another visit, because it lost the beginning of the trace. This happens on a busy machine. */
const lostTrace = /NO_NAVSTART/;
const mostAttempts = 3;

/** The figures of one visit. */
export interface Visit {
  readonly score: number;
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly shift: number;
  /** The elements that moved, with their share of the layout shift. */
  readonly shifts: readonly string[];
  readonly requests: number;
  readonly scriptKb: number;
  readonly totalKb: number;
}

/** A browser for visits that are measured, and for visits that only prepare the storage. */
export interface MeasuredBrowser {
  visit(address: string): Promise<Visit>;
  use(origin: string, work: (page: Page) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface Request {
  readonly resourceType?: string;
  readonly transferSize: number;
}

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<
    Record<string, { readonly numericValue?: number; readonly details?: { readonly items?: readonly unknown[] } }>
  >;
}

/** The function of Lighthouse. `npm run bench` installs Lighthouse in the folder bench, so the compiler cannot read its types. */
type Lighthouse = (address: string, flags: object) => Promise<{ readonly lhr: Report } | undefined>;

/** Opens the browser in English. */
export async function openMeasured(): Promise<MeasuredBrowser> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rondo-bench-web-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    headless: true,
    locale: 'en-US',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`],
  });
  const lighthouse = await loadLighthouse();
  const use: MeasuredBrowser['use'] = async (origin, work) => {
    const page = await context.newPage();
    await page.goto(origin);
    await work(page);
    await page.close();
  };
  return {
    use,
    async visit(address) {
      await use('about:blank', async (page) => {
        const session = await context.newCDPSession(page);
        await session.send('Network.clearBrowserCache');
      });
      const flags = {
        port,
        onlyCategories: ['performance'],
        output: 'json',
        logLevel: 'error',
        disableStorageReset: true,
      };
      for (let attempt = 1; ; attempt += 1) {
        const result = await lighthouse(address, flags);
        if (result === undefined) throw new Error(`Lighthouse returned nothing for ${address}.`);
        const isLost = lostTrace.test(result.lhr.runtimeError?.message ?? '');
        if (!isLost || attempt === mostAttempts) return visitOf(result.lhr);
      }
    },
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function loadLighthouse(): Promise<Lighthouse> {
  const file = createRequire(import.meta.url).resolve('lighthouse');
  // The cast is safe: the default export of Lighthouse 12 is this function.
  const loaded = (await import(pathToFileURL(file).href)) as { readonly default: Lighthouse };
  return loaded.default;
}

function visitOf({ categories, audits, runtimeError }: Report): Visit {
  if (runtimeError !== undefined) throw new Error(runtimeError.message);
  const number = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  // The casts are safe: the items of these two audits have these fields in Lighthouse 12.
  const requests = (audits['network-requests']?.details?.items ?? []) as readonly Request[];
  const moved = (audits['layout-shifts']?.details?.items ?? []) as readonly {
    readonly score?: number;
    readonly node?: { readonly selector?: string };
  }[];
  const sum = (chosen: readonly Request[]): number =>
    chosen.reduce((bytes, request) => bytes + request.transferSize, 0) / kb;
  return {
    score: (categories.performance.score ?? Number.NaN) * 100,
    fcpMs: number('first-contentful-paint'),
    lcpMs: number('largest-contentful-paint'),
    tbtMs: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    shifts: moved.map(({ score, node }) => `${(score ?? 0).toFixed(3)} ${node?.selector ?? ''}`),
    requests: requests.length,
    scriptKb: sum(requests.filter(({ resourceType }) => resourceType === 'Script')),
    totalKb: sum(requests),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      // The cast is safe, because a server that listens on a port has an address with a port.
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
