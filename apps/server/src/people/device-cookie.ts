// The cookie that identifies a browser in which a person has logged in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';

/** Reads and sets the cookie of a known device. The cookie opens no session: it only separates the failures of this browser from the failures of other browsers. */
export function deviceCookie(isInsecureHttp: boolean) {
  // The prefix `__Host-` binds the cookie to this host and to TLS. Without TLS, browsers accept this prefix only on localhost.
  const name = isInsecureHttp ? 'rondo_device' : '__Host-rondo_device';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: !isInsecureHttp } as const;
  return {
    read: (request: FastifyRequest): string | null => request.cookies[name] ?? null,
    give: (reply: FastifyReply, token: string): void =>
      void reply.setCookie(name, token, { ...options, maxAge: serverLimits.deviceCookieSeconds }),
  };
}
