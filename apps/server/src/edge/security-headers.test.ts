// Tests the value of each security header and of each directive of the content security policy.
import { expect, test } from 'vitest';
import { createSecurityHeaders } from './security-headers.ts';

/** Returns the headers that a response to a request for this address gets. */
function headersOf(
  url: string,
  options: { readonly isInsecureHttp?: boolean; readonly given?: object; readonly status?: number } = {},
) {
  const sent: Record<string, string> = { ...options.given };
  const reply = {
    statusCode: options.status ?? 200,
    headers: (more: object) => Object.assign(sent, more),
    header: (name: string, value: string) => Object.assign(sent, { [name]: value }),
    hasHeader: (name: string) => name in sent,
  };
  const { isInsecureHttp = false } = options;
  // The function uses only these calls of the reply.
  createSecurityHeaders({ inlineScripts: ['let a;'], isInsecureHttp })({ url }, reply as never);
  return sent;
}

test.each([
  ['default-src', "'none'"],
  ['script-src', "'self' 'sha256-81WALLbUROF1pWdYjuQYKuIcGgY/+TqVJr8UsV6Tkvo='"],
  ['style-src', "'self'"],
  ['img-src', "'self' data:"],
  ['font-src', "'self'"],
  ['media-src', "'self'"],
  ['connect-src', "'self'"],
  ['manifest-src', "'self'"],
  ['worker-src', "'self'"],
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', 'rondo'],
  ['object-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'self'"],
  ['frame-ancestors', "'none'"],
])('the directive %s is %s', (name, value) => {
  const policy = headersOf('/')['content-security-policy'] ?? '';
  const directives = new Map(
    policy.split('; ').map((text) => [text.split(' ', 1)[0], text.slice(text.indexOf(' ') + 1)]),
  );
  expect(directives.get(name)).toBe(value);
  expect(directives.size).toBe(15);
});

test.each([
  ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  ['cache-control', 'no-store'],
])('the header %s of a response of the API is %s', (name, value) => {
  expect(headersOf('/api/user/me')[name]).toBe(value);
});

test('a server without TLS sends no HSTS, a page may be cached, and a route may choose its own caching', () => {
  expect(headersOf('/', { isInsecureHttp: true })).not.toHaveProperty('strict-transport-security');
  expect(headersOf('/')).not.toHaveProperty('cache-control');
  const given = { 'cache-control': 'public' };
  expect(headersOf('/api/file', { given })['cache-control']).toBe('public');
});

test.each(['/dashboard/okx-oauth-redirect?code=a', '/okx-oauth-success', '/okx-oauth-error?error=x'])(
  'only the page %s of a consent and its like keep the connection to the page that opened them',
  (url) => {
    const policyOf = (page: string) => headersOf(page)['cross-origin-opener-policy'];
    const [path] = url.split('?');
    expect([policyOf(url), policyOf(`${path}ful`)]).toEqual(['unsafe-none', 'same-origin-allow-popups']);
  },
);

test.each(['/assets/guest-1a.js', '/assets/index-1a.css', '/assets/inter-0-1a.woff2'])(
  'the file %s of a page has only the headers that have an effect on such a file',
  (url) => {
    expect(headersOf(url)).toEqual({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'",
    });
  },
);

test.each([
  '/',
  '/guide/en',
  '/assets/what-if-worker-1a.js',
  '/assets/ill-cycle-1a.svg',
  '/assets/a.js/dashboard',
  '/assets/a.js?b.js',
  '/dashboard/assets/a.js',
])('the document, worker or picture %s has all headers', (url) => {
  const names = Object.keys(headersOf(url));
  expect(names).toEqual(expect.arrayContaining(Object.keys(headersOf('/'))));
  expect(headersOf(url)['content-security-policy']).toBe(headersOf('/')['content-security-policy']);
});

test('an error at the address of such a file has all headers', () => {
  expect(headersOf('/assets/guest-1a.js', { status: 404 })).toEqual(headersOf('/'));
});
