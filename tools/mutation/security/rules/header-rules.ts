// Broken rules of the headers of responses: the content security policy, HSTS and the other security headers.
import { breakIn } from '../broken-rule.ts';
import { inSession, inWire } from './tests.ts';

const everyHeader = inSession('has every security header and every directive');
const headers = 'apps/server/src/edge/security-headers.ts';
/** The test of the values is faster than the test that asks a server. */
const values = 'apps/server/src/edge/security-headers.test.ts';

const fixed = breakIn(
  { group: 'header', file: headers, check: 24, test: [values, 'the header %s of a response of the API is %s'] },
  {
    hsts: { source: 'if (!options.isInsecureHttp) reply', broken: 'if (options.isInsecureHttp) reply' },
    nosniff: { source: "  'x-content-type-options': 'nosniff',\n", broken: '' },
    frameOptions: { check: 23, source: "'x-frame-options': 'DENY'", broken: "'x-frame-options': 'SAMEORIGIN'" },
    referrer: { source: "'referrer-policy': 'no-referrer'", broken: "'referrer-policy': 'unsafe-url'" },
    permissions: { source: 'camera=(), ', broken: 'camera=*, ' },
    resourcePolicy: {
      source: "'cross-origin-resource-policy': 'same-origin'",
      broken: "'cross-origin-resource-policy': 'cross-origin'",
    },
    openerPolicy: { check: 25, source: ": 'same-origin-allow-popups'", broken: ": 'unsafe-none'" },
    popUpPages: {
      check: 25,
      source: "popUpPages.includes(url.split('?')[0] ?? '')",
      broken: 'popUpPages.some((page) => url.startsWith(page))',
      test: [values, 'only the page %s of a consent and its like keep the connection'],
    },
    noStore: {
      check: 29,
      source: "reply.header('cache-control', 'no-store')",
      broken: "reply.header('cache-control', 'private')",
    },
  },
);

const directives = breakIn(
  { group: 'csp', file: headers, check: 21, test: [values, 'the directive %s is %s'] },
  {
    default: { source: `    "default-src 'none'"`, broken: `    "default-src 'self'"` },
    script: {
      source: `["script-src 'self'", ...hashes]`,
      broken: `["script-src 'self' 'unsafe-inline' *", ...hashes]`,
    },
    style: { source: `"style-src 'self'"`, broken: `"style-src 'self' 'unsafe-inline'"` },
    image: { source: `"img-src 'self' data:"`, broken: `"img-src * data:"` },
    font: { source: `"font-src 'self'"`, broken: `"font-src *"` },
    media: { source: `"media-src 'self'"`, broken: `"media-src *"` },
    connect: { source: `"connect-src 'self'"`, broken: `"connect-src 'self' https:"` },
    manifest: { source: `"manifest-src 'self'"`, broken: `"manifest-src *"` },
    worker: { source: `"worker-src 'self'"`, broken: `"worker-src 'self' blob:"` },
    trustedTypes: { check: 22, source: `    "require-trusted-types-for 'script'",\n`, broken: '' },
    policies: { check: 22, source: `'trusted-types rondo'`, broken: `'trusted-types *'` },
    object: { source: `"object-src 'none'"`, broken: `"object-src 'self'"` },
    base: { source: `"base-uri 'none'"`, broken: `"base-uri 'self'"` },
    form: { source: `"form-action 'self'"`, broken: `"form-action *"` },
    ancestors: { check: 23, source: `"frame-ancestors 'none'"`, broken: `"frame-ancestors 'self'"` },
  },
);

const kinds = [
  ...breakIn(
    { group: 'header', file: headers, check: 21, test: [values, 'the document, worker or picture %s has all headers'] },
    {
      workerPolicy: { source: '(?![^?]*worker)', broken: '' },
      picturePolicy: { source: '(?:js|css|woff2)', broken: '(?:js|css|woff2|svg)' },
      partOfPath: { source: '[^/?]+\\.(?:js', broken: '.+\\.(?:js' },
    },
  ),
  ...breakIn(
    { group: 'header', file: 'apps/server/src/app.ts', check: 24, test: everyHeader },
    {
      everyResponse: {
        source: "api.addHook('onSend', async (request, reply) => {\n    setHeaders(request, reply);",
        broken: "api.addHook('onSend', async () => {",
      },
      undecodableAddress: { source: '      setHeaders(request, reply);\n      void', broken: '      void' },
    },
  ),
  ...breakIn(
    {
      group: 'header',
      file: 'apps/server/src/api/malformed-request.ts',
      check: 24,
      test: inWire('the response to %s has the error body'),
    },
    { malformedRequest: { source: 'Object.entries(refusalHeaders(isInsecureHttp))', broken: 'Object.entries({})' } },
  ),
];

/** The broken rules of the headers. */
export const headerRules = [...fixed, ...directives, ...kinds];
