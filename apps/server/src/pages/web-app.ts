// Serves the built web app. A browser caches an asset with a hash in its name for ever. A browser never caches the page. Every route of the web app returns the page. A public page and a path of the guide return their own page.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import { encodePage } from './encoded-page.ts';
import { firstPageFor, readFirstPages } from './first-pages.ts';
import { guideRedirect, readGuide } from './guide-pages.ts';

/** A browser never asks again for a script or a style sheet with a hash in its name, and never for a part of it, so these headers would be bytes without an effect. */
const idleHeaders = ['etag', 'last-modified', 'accept-ranges'];
const textFile = /\.(?:js|css)(?:\.br|\.gz)?$/;

/** The page of the built web app, or null when it was not built. */
export function readPage(webFolder: string): string | null {
  const file = path.join(webFolder, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

export interface WebAppDeps {
  readonly page: string | null;
  /** Returns the methods that a path supports, or an empty list for an unknown path. */
  readonly methodsOf: (pathname: string) => readonly string[];
}

/**
 * Serves the folder. An unknown path outside /api and /ws returns the page, a public page the page with its content, and a path of the guide a page of the guide. A missing file or call returns 404, and a known
 * path with another method returns 405.
 */
export async function serveWebApp(api: Api, webFolder: string, { page, methodsOf }: WebAppDeps): Promise<void> {
  const guide = readGuide(webFolder);
  const firstPages = readFirstPages(webFolder);
  if (page !== null) {
    await api.register(fastifyStatic, {
      root: webFolder,
      wildcard: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (response, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (isHashed && textFile.test(file)) for (const name of idleHeaders) response.removeHeader(name);
      },
    });
  }
  api.setNotFoundHandler(async (request, reply) => {
    const [pathname = '/'] = request.url.split('?');
    const isPage =
      /^(GET|HEAD)$/.test(request.method) &&
      !/^\/(api|ws|assets)(\/|$)/.test(pathname) &&
      path.extname(pathname) === '';
    if (isPage && page !== null) {
      reply.header('cache-control', 'no-cache');
      const place = guideRedirect(guide, pathname, request.headers['accept-language']);
      if (place !== null) return reply.header('vary', 'accept-language').redirect(place);
      const firstPage = firstPageFor(firstPages, request);
      const text = firstPage ?? guide.get(pathname.replace(/\/$/, '')) ?? page;
      const { encoding, body } = await encodePage(text, request.headers['accept-encoding']);
      if (encoding !== null) reply.header('content-encoding', encoding);
      reply.header('vary', firstPage === null ? 'accept-encoding' : 'accept-encoding, accept-language, cookie');
      return reply.code(200).type('text/html; charset=utf-8').send(body);
    }
    const methods = methodsOf(pathname);
    if (methods.length === 0) throw new ApiError('NOT_FOUND');
    reply.header('allow', methods.join(', '));
    throw new ApiError('METHOD_NOT_ALLOWED');
  });
}
