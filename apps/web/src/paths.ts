// Every address of the product is spelled here.
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
} as const;

/** The register page wants the invitation it came with; 111111 when the visitor brought none (specification 2). */
export const registerPath = (ref: string | null): string =>
  `${paths.register}?ref=${encodeURIComponent(ref ?? '111111')}`;
