// The budget table of the routes of the web app. A budget contains the modules that a route loads, and the largest allowed sizes of their scripts and style sheets. The limits of the fonts of each language.

/** One route of the web app with its budget. */
export interface Budget {
  readonly name: string;
  /** The largest size of the scripts that this route loads and the route `after` has not loaded, in KB (1,000 bytes) after gzip. */
  readonly limitKb: number;
  /** The largest size of the style sheets that this route loads and the route `after` has not loaded, in KB after gzip. When it is missing, the route adds no style sheet. */
  readonly stylesLimitKb?: number;
  /** The route that is open before this route. When `after` is missing, this route is the first visit and also loads the entry script. */
  readonly after?: string;
  /** The modules that the route imports dynamically while it opens, relative to `apps/web/src`. The build provides the static imports of these modules. */
  readonly loads: readonly string[];
}

/** The modules that the first visit of a logged-in member loads. */
const memberApp = ['app/app.tsx', 'i18n/en/start.ts', 'i18n/en/guest.ts', 'i18n/en/member.ts'];
const memberFrame = [...memberApp, 'app/frame/shell.tsx'];
const popUp = (page: string) => [...memberApp, 'i18n/en/venues.ts', `features/link/pop-up/${page}-page.tsx`];

/**
 * The budgets of the routes. Screens 4.1 requires at most 80 KB on the landing page and at most 210 KB on the bots tab with its chart, as sent (brotli with headers, `npm run bench -- web`). These
 * limits are for gzip, which is larger; React alone has 69 KB. The tabs history and exchange may each add 25 KB. The table contains the English texts, because a visit loads one
 * language. `budgetsIn` has the tables of the other languages. The limits of the demo, the wallet and the pop-ups contain code of the bots tab, because few large files load faster than many small
 * files (`apps/web/chunk-groups.ts`).
 */
export const budgets: readonly Budget[] = [
  {
    name: 'landing',
    limitKb: 90.5,
    stylesLimitKb: 16,
    loads: [
      'features/landing/landing-page.tsx',
      'features/landing/landing-body.tsx',
      'i18n/en/start.ts',
      'i18n/en/bots/replay.ts',
    ],
  },
  { name: 'landing, lower part', after: 'landing', limitKb: 3.5, loads: ['features/landing/landing-later.tsx'] },
  {
    name: 'login',
    after: 'landing',
    limitKb: 79,
    loads: ['app/app.tsx', 'app/pages/start-page.tsx', 'i18n/en/guest.ts'],
  },
  { name: 'register', after: 'login', limitKb: 5, stylesLimitKb: 1, loads: ['app/pages/register-page.tsx'] },
  { name: 'reset password', after: 'login', limitKb: 2, stylesLimitKb: 1, loads: ['features/auth/reset-page.tsx'] },
  {
    name: 'legal',
    limitKb: 91,
    stylesLimitKb: 14.5,
    loads: ['features/legal/legal-page.tsx', 'i18n/en/start.ts', 'i18n/en/site/legal.ts'],
  },
  {
    name: 'demo',
    // The sentences of a simulation without figures need the last KB.
    limitKb: 181.5,
    stylesLimitKb: 17.5,
    loads: [
      'app/pages/demo-visit.tsx',
      'i18n/member-texts.ts',
      'i18n/en/start.ts',
      'i18n/en/bots/create.ts',
      'i18n/en/bots/replay.ts',
      'i18n/en/bots/demo.ts',
    ],
  },
  {
    // The cards are in the file of the bots tab, so this row also contains the router, the session and the bots tab.
    // The key beside the liquidation band of the chart, and the place of the check-list of the first run, need the last KB.
    name: 'running bot of the demo',
    after: 'demo',
    limitKb: 54,
    stylesLimitKb: 3,
    loads: ['features/demo/demo-dashboard.tsx', 'features/chart/ladder-chart.tsx', 'i18n/en/member.ts'],
  },
  {
    name: 'bots',
    limitKb: 200,
    stylesLimitKb: 16.5,
    loads: [...memberFrame, 'app/pages/bots-tab.tsx', 'features/chart/ladder-chart.tsx'],
  },
  {
    name: 'bots without approval',
    after: 'bots',
    // Its texts, which every visit loaded before, and the list of the steps to the first bot need the last KB.
    limitKb: 8,
    stylesLimitKb: 1,
    loads: ['app/pages/without-approval.tsx', 'i18n/en/access/first-run.ts', 'i18n/en/venues.ts'],
  },
  {
    name: 'check-list of the first run',
    after: 'bots',
    limitKb: 6,
    stylesLimitKb: 1,
    loads: ['features/first-run/first-run-card.tsx', 'i18n/en/access/first-run.ts', 'i18n/en/venues.ts'],
  },
  {
    name: 'three bots and a position without a bot',
    after: 'bots',
    limitKb: 3,
    loads: ['features/bots/bots-table.tsx', 'features/bots/positions/foreign-positions.tsx'],
  },
  {
    name: 'new bot',
    after: 'bots',
    // The parts of the form are memoised one by one, so that a slider repaints the ladder sooner. The dialogs, which the bots tab does not load, the figures of each depth in the review, and the
    // costs and risks in plain words need the last KB, and so does the preview of the ladder as a file of its own, which the pictures of terms use too, and the rights of the key. The library of
    // the sliders was a part of the bots tab before, which is 10 KB smaller without it.
    limitKb: 47,
    stylesLimitKb: 3.5,
    loads: ['features/create/create-bot-panel.tsx', 'i18n/en/bots/create.ts', 'i18n/en/review.ts'],
  },
  {
    name: 'a bot with a banner',
    after: 'bots',
    limitKb: 5,
    loads: ['features/bots/card/banners/card-banners.tsx', 'i18n/en/bots/banners.ts'],
  },
  {
    name: 'status dialog',
    after: 'bots',
    limitKb: 4,
    loads: ['app/frame/health-dialog.tsx', 'i18n/en/bots/banners.ts'],
  },
  {
    name: 'a position without a bot beside a new bot',
    after: 'new bot',
    limitKb: 2,
    loads: ['features/bots/positions/position-list.tsx'],
  },
  {
    name: 'a bot that waits for a signal',
    after: 'bots',
    limitKb: 4,
    loads: ['features/bots/card/signals/bot-card-signals.tsx', 'i18n/en/bots/signals.ts'],
  },
  {
    name: 'what-if strip',
    after: 'new bot',
    // The marks that open their round, and the sentences in place of figures, need the last 2 KB. The player itself is loaded when a mark is opened.
    limitKb: 7,
    stylesLimitKb: 1,
    loads: ['features/what-if/what-if-strip.tsx', 'i18n/en/bots/what-if.ts'],
  },
  {
    name: 'signal of a new bot',
    // The strip is below these fields, so it is near the screen before they are. Both say from where their candles are with the same code and texts.
    after: 'what-if strip',
    limitKb: 6,
    stylesLimitKb: 0.5,
    loads: [
      'features/create/entry/signal-fields.tsx',
      'features/create/entry/entry-evidence.tsx',
      'i18n/en/bots/entry.ts',
    ],
  },
  {
    name: 'distance from the volatility of a new bot',
    after: 'what-if strip',
    limitKb: 4,
    stylesLimitKb: 0.5,
    loads: ['features/create/entry/distance-evidence.tsx', 'i18n/en/bots/entry.ts'],
  },
  {
    name: 'history',
    after: 'bots',
    stylesLimitKb: 1,
    // The choice of the bots of the curve, and the share pictures of the rounds need a KB. The sentences about the end of a bot, and what a long range leaves out, need the last KB. The names of the files change the size by some bytes.
    limitKb: 13.6,
    loads: ['features/history/history-page.tsx', 'i18n/en/bots/history.ts'],
  },
  {
    name: 'exchange',
    after: 'history',
    limitKb: 18.5,
    stylesLimitKb: 1.5,
    loads: ['app/pages/exchange-tab.tsx', 'i18n/en/venues.ts'],
  },
  {
    name: 'wallet with its menu',
    limitKb: 234,
    stylesLimitKb: 16.5,
    loads: [...memberFrame, 'features/wallet/wallet-page.tsx', 'i18n/en/site/wallet.ts', 'ui/overlays/menu-box.tsx'],
  },
  {
    name: 'operator',
    after: 'wallet with its menu',
    limitKb: 12,
    stylesLimitKb: 1,
    loads: ['features/operator/operator-page.tsx', 'i18n/en/site/operator.ts'],
  },
  {
    name: 'chart page',
    after: 'bots',
    limitKb: 60,
    stylesLimitKb: 0.5,
    loads: ['features/chart-page/chart-page.tsx', 'i18n/en/bots/chart-page.ts'],
  },
  { name: 'log-in notice', after: 'bots', limitKb: 2, loads: ['features/security/login-notice.tsx'] },
  {
    name: 'security',
    after: 'wallet with its menu',
    limitKb: 10,
    stylesLimitKb: 1,
    loads: ['features/security/security-page.tsx', 'i18n/en/access/security.ts'],
  },
  { name: 'pop-up of linking: callback', limitKb: 181, stylesLimitKb: 15, loads: popUp('callback') },
  { name: 'pop-up of linking: success', limitKb: 180, stylesLimitKb: 15, loads: popUp('success') },
  { name: 'pop-up of linking: error', limitKb: 180, stylesLimitKb: 15, loads: popUp('error') },
];

/** How much heavier than its English limit a route may be in the other languages, in KB after gzip. */
export const languageExtraKb = { ko: 3, ru: 6, zh: 3, ja: 4 } as const;
export type OtherLanguage = keyof typeof languageExtraKb;

/** The largest size of the font files that a page with all texts of a language loads, in KB. */
export const fontLimitsKb = { en: 30, ko: 105, ru: 40, zh: 30, ja: 30 } as const;

/** Returns the table of another language: its texts replace the English texts, and each limit is higher. */
export function budgetsIn(language: OtherLanguage): readonly Budget[] {
  return budgets.map((budget) => ({
    ...budget,
    limitKb: budget.limitKb + languageExtraKb[language],
    loads: budget.loads.map((module) => module.replace(/^i18n\/en\//, `i18n/${language}/`)),
  }));
}

/** The modules that are loaded only after an action of the user on an open page. They have no budget. */
export const onDemand: readonly string[] = [
  'features/bots/card/ladder/bot-ladder-table.tsx',
  'features/bots/debug/debug-panel.tsx',
  'features/bots/ended/ended-bot.tsx',
  'features/bots/short-margin-notice.tsx',
  'features/bots/stop/stop-dialogs.tsx',
  'features/connection/warnings/urgent-dialog.tsx',
  'features/create/import/paste-dialog.tsx',
  'features/create/opening/later-opening.tsx',
  'features/create/opening/unknown-entry.tsx',
  'i18n/en/bots/opening.ts',
  'features/what-if/evidence-mark.tsx',
  'features/what-if/marks/what-if-round.tsx',
  'features/demo/demo-history.tsx',
  'features/history/calendar/result-calendar.tsx',
  'features/history/portfolio/portfolio-view.tsx',
  'features/history/rounds/bot-rounds.tsx',
  'features/operator/waiting-badge.tsx',
  'features/palette/command-palette.tsx',
  'i18n/en/help.ts',
  'features/passkeys/webauthn.ts',
  'features/security/proof-dialog.tsx',
  'features/security/qr-picture.tsx',
  'features/settings-text/settings-dialog.tsx',
  'ui/fields/combobox-box.tsx',
  'ui/overlays/dialog-box.tsx',
  'ui/overlays/menu-box.tsx',
  'ui/overlays/tip-box.tsx',
  'ui/overlays/toast-region.tsx',
  'ui/term-pictures/term-picture.tsx',
];

/** The modules that a visit loads instead of another module: the texts of the other languages, and the fonts of one language. */
export const alternatives = /^apps\/web\/src\/i18n\/(ko|ru|zh|ja)\/|\.css$/;
