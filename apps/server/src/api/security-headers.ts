// Headers of every response: what a browser may load and cache (reliability 5.3 items 21 to 25, 29).
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers with the same value on every response, also on one that no route sends. */
export const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
} as const;

type SetHeaders = (request: Pick<FastifyRequest, 'url'>, reply: Pick<FastifyReply, 'headers' | 'header'>) => void;

/** Sets the headers; `inlineScripts` are the page's own inline scripts, which are allowed by their hash. */
export function createSecurityHeaders(options: {
  readonly inlineScripts: readonly string[];
  readonly isInsecureHttp: boolean;
}): SetHeaders {
  const always = { ...fixedHeaders, 'content-security-policy': contentPolicy(options.inlineScripts) };
  return (request, reply) => {
    reply.headers(always);
    reply.header('cross-origin-opener-policy', openerPolicy(request.url));
    if (!options.isInsecureHttp) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  };
}

const popUpPages: readonly string[] = ['/dashboard/okx-oauth-redirect', '/okx-oauth-success', '/okx-oauth-error'];

// The pop-up returns from pages of the exchange, which set no opener policy. With a policy of ours it would lose its opener on the way.
function openerPolicy(url: string): string {
  return popUpPages.includes(url.split('?')[0] ?? '') ? 'unsafe-none' : 'same-origin-allow-popups';
}

/** The inline scripts of a page, in order. */
export function inlineScriptsOf(html: string): readonly string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
}

// Styles may be inline: the chart and the select primitive write their own style elements, which can run nothing.
function contentPolicy(inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
