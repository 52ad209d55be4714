// All URL paths of the product.
export const paths = {
  home: '/',
  login: '/login',
  register: '/rondo/happy/auth/register',
  dashboard: '/dashboard',
  bots: '/dashboard/bot',
  /** The chart page of a bot has the id of the bot as its last part. */
  chart: '/dashboard/chart',
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
  /** The guide is a set of files that the build renders. The web app has no route for it. */
  guide: '/guide',
  /** This page exists only in development. */
  workbench: '/workbench',
} as const;

/** Returns the address of the sign-up page with the invitation code. The default code is 111111 (specification 2). */
export const registerPath = (ref: string | null): string =>
  `${paths.register}?ref=${encodeURIComponent(ref ?? '111111')}`;

/** Returns the address of a page of the guide in one language. Without `slug` it is the address of its contents. */
export const guidePath = (language: string, slug?: string): string =>
  slug === undefined ? `${paths.guide}/${language}` : `${paths.guide}/${language}/${slug}`;

/** The parameter of the history page that names the bot whose detail is open. */
export const openedBot = 'bot';

/** Returns the address of the history page with the open detail of a bot. */
export const historyPath = (botId: string): string => `${paths.history}?${openedBot}=${encodeURIComponent(botId)}`;

/** Returns the address of the chart page of a bot. */
export const chartPath = (botId: string): string => `${paths.chart}/${botId}`;
