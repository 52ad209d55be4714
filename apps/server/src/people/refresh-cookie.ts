// The cookie that carries the refresh token.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionTokens } from '@rondo/store';

/**
 * Returns the name of the cookie. The prefix `__Host-` binds the cookie to this host and to TLS. Without TLS, browsers accept this prefix only on localhost, so
 * the name has no prefix when `isInsecureHttp` is true.
 */
export function refreshCookieName(isInsecureHttp: boolean): string {
  return isInsecureHttp ? 'rondo_refresh' : '__Host-rondo_refresh';
}

/**
 * The name of the cookie that says that this browser has a refresh token. Scripts of the page can read it. It contains no secret: a page whose storage is empty
 * asks for its session only when this cookie exists.
 */
export const sessionHintCookie = 'rondo_session';

/** Reads, sets and clears the cookie of the refresh token, and the hint that goes with it. */
export function refreshCookie(isInsecureHttp: boolean) {
  const name = refreshCookieName(isInsecureHttp);
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: !isInsecureHttp } as const;
  const hintOptions = { ...options, httpOnly: false } as const;
  return {
    read: (request: FastifyRequest): string | null => request.cookies[name] ?? null,
    clear(reply: FastifyReply): void {
      reply.clearCookie(name, options).clearCookie(sessionHintCookie, hintOptions);
    },
    give(
      reply: FastifyReply,
      tokens: SessionTokens,
      { isRemembered, now }: { readonly isRemembered: boolean; readonly now: number },
    ): void {
      const maxAge = Math.max(0, Math.floor((tokens.refreshExpiresAt - now) / 1_000));
      const lifetime = isRemembered ? { maxAge } : {};
      reply
        .setCookie(name, tokens.refreshToken, { ...options, ...lifetime })
        .setCookie(sessionHintCookie, '1', { ...hintOptions, ...lifetime });
    },
  };
}
