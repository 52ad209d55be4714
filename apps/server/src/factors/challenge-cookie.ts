// The cookie that binds the challenge of a log-in to the browser that has asked for it.
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';

const valuePattern = /^[\w-]{22}$/;
const valueBytes = 16;

/** Reads the value of this browser, and gives one to a browser without a value. Several windows of a browser share the value. */
export function challengeCookie(isInsecureHttp: boolean) {
  // The prefix `__Host-` binds the cookie to this host and to TLS. Without TLS, browsers accept this prefix only on localhost.
  const name = isInsecureHttp ? 'rondo_challenge' : '__Host-rondo_challenge';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: !isInsecureHttp } as const;
  const read = (request: FastifyRequest): string | null => {
    const value = request.cookies[name];
    return value !== undefined && valuePattern.test(value) ? value : null;
  };
  return {
    read,
    give(request: FastifyRequest, reply: FastifyReply): string {
      const value = read(request) ?? randomBytes(valueBytes).toString('base64url');
      reply.setCookie(name, value, { ...options, maxAge: serverLimits.challengeMs / 1_000 });
      return value;
    },
  };
}
