// All URL paths of the product.
export const paths = {
  home: '/',
  login: '/login',
  register: '/rondo/happy/auth/register',
  dashboard: '/dashboard',
  bots: '/dashboard/bot',
  history: '/dashboard/history',
  exchange: '/dashboard/integration',
  wallet: '/dashboard/wallet',
  security: '/dashboard/security',
  operator: '/operator',
  resetPassword: '/reset-password',
  linkCallback: '/dashboard/okx-oauth-redirect',
  linkSuccess: '/okx-oauth-success',
  linkError: '/okx-oauth-error',
  demo: '/demo',
  terms: '/terms',
  privacy: '/privacy',
  /** This page exists only in development. */
  workbench: '/workbench',
} as const;

/** Returns the address of the sign-up page with the invitation code. The default code is 111111 (specification 2). */
export const registerPath = (ref: string | null): string =>
  `${paths.register}?ref=${encodeURIComponent(ref ?? '111111')}`;
