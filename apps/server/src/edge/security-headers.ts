// The security headers of every response. They limit what a browser loads and caches (reliability 5.3 items 21 to 25, 29).
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The headers that have one fixed value on every response, even when no route handled the request. */
export const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * The scripts, style sheets and fonts of the build. They are never a document of their own, so the headers that only concern documents would be bytes without an effect. A worker obeys the policy of
 * its own response, so the script of a worker gets all headers.
 */
const partOfPage = /^\/assets\/(?![^?]*worker)[^/?]+\.(?:js|css|woff2)$/;

/** The headers of such a file. The policy is for a person who opens the file as a page. HSTS comes with the page. */
const partHeaders = {
  'x-content-type-options': fixedHeaders['x-content-type-options'],
  'cross-origin-resource-policy': fixedHeaders['cross-origin-resource-policy'],
  'content-security-policy': "default-src 'none'",
} as const;

const transportPolicy = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;

/** Returns the headers of a response to a request that cannot be parsed. It is no page. */
export function refusalHeaders(isInsecureHttp: boolean): Readonly<Record<string, string>> {
  return {
    ...fixedHeaders,
    'content-security-policy': contentPolicy([]),
    'cross-origin-opener-policy': openerPolicy('/'),
    ...(isInsecureHttp ? {} : Object.fromEntries([transportPolicy])),
  };
}

type SetHeaders = (
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'headers' | 'header' | 'hasHeader' | 'statusCode'>,
) => void;

/** Returns the function that sets the headers. `inlineScripts` are the inline scripts of our page, which are allowed by their hash. */
export function createSecurityHeaders(options: {
  readonly inlineScripts: readonly string[];
  readonly isInsecureHttp: boolean;
}): SetHeaders {
  const always = { ...fixedHeaders, 'content-security-policy': contentPolicy(options.inlineScripts) };
  return (request, reply) => {
    if (reply.statusCode < 400 && partOfPage.test(request.url)) {
      reply.headers(partHeaders);
      return;
    }
    if (!options.isInsecureHttp) reply.header(...transportPolicy);
    reply.headers(always);
    reply.header('cross-origin-opener-policy', openerPolicy(request.url));
    // Only the routes of public files that never change set this header themselves.
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  };
}

const popUpPages: readonly string[] = ['/dashboard/okx-oauth-redirect', '/okx-oauth-success', '/okx-oauth-error'];

// The pop-up of a consent shows pages of the exchange and then one of `popUpPages`. With an opener policy on this page, the browser would remove the connection
// to the page that opened the pop-up, and the pop-up could not send its result.
function openerPolicy(url: string): string {
  return popUpPages.includes(url.split('?')[0] ?? '') ? 'unsafe-none' : 'same-origin-allow-popups';
}

/** Returns the texts of the inline scripts of a page. */
export function inlineScriptsOf(html: string): readonly string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
}

/**
 * Returns the content security policy of every response. It allows no inline style: the web app sets styles through the CSS object model, which the policy does not
 * refuse (`apps/web/src/ui/overlays/style-singleton.ts`).
 */
export function contentPolicy(inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    // The browser accepts no text as code or as the address of a script. The web app has one policy, for the address of its worker.
    "require-trusted-types-for 'script'",
    'trusted-types rondo',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
