// The cookie that says that this browser has a refresh token. The token itself is in a cookie that scripts cannot read.

/** Returns true when the cookies of the page say that the server can renew a session of this browser. */
export const hasSessionCookie = (cookies: string): boolean => /(?:^|;\s*)rondo_session=1(?:;|$)/.test(cookies);
