// Visits every screen of the product. Each `Walk` visits the screens of one role in a sequence. It finds elements only by structure and
// role, so that it works in every language.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openPage, openSession, type PageOptions, type Session } from './browser.ts';
import { walkBotStates, walkResultsAndPasskeys } from './states/bot-states.ts';
import { demoMember, demoOperator } from './client.ts';
import { walkFurther, walkPagesBeside } from './states/further-states.ts';
import { walkFailures, walkKept } from './states/kept-states.ts';
import { walkSimulated } from './states/simulated-states.ts';
import { walkDialogs, walkMemberStates, walkVisitorStates } from './states/visitor-and-member-states.ts';
import { openBots, type Visit } from './visit.ts';

const pendingMember = { email: 'pending@rondo.test', password: 'rondo-demo-pending' };

/** Examines one screen and returns one sentence for each fault. */
export type Check = (page: Page, screen: string) => Promise<readonly string[]>;

/** A sequence of screens: the role of the session, the screens that must be visited, and the function that visits the screens. */
export type Walk = {
  readonly session: keyof Sessions | null;
  readonly screens: readonly string[];
  readonly run: (visit: Visit) => Promise<void>;
};

/** One session for each role. Each role logs in only once, because the server limits log-ins. */
export type Sessions = Readonly<Record<'member' | 'pending' | 'operator', Session>>;

export async function openSessions(browser: Browser, origin: string): Promise<Sessions> {
  return {
    member: await openSession(browser, origin, demoMember),
    pending: await openSession(browser, origin, pendingMember),
    operator: await openSession(browser, origin, demoOperator),
  };
}

export const walks: readonly Walk[] = [
  {
    session: null,
    screens: [
      'landing',
      'demo',
      'history of the demo',
      'log in',
      'registration',
      'terms',
      'privacy notice',
      'new password',
      'reset link without its code',
      'lost',
    ],
    run: walkPublic,
  },
  {
    session: null,
    screens: ['registration closed', 'log-in code', 'new password set', 'landing without data'],
    run: walkVisitorStates,
  },
  { session: 'pending', screens: ['approval pending'], run: walkPending },
  {
    session: 'member',
    screens: ['running card', 'stop menu', 'keep dialog', 'close dialog', 'user menu', 'connection dialog'],
    run: walkCard,
  },
  { session: 'member', screens: ['easy creation', 'manual creation', 'review'], run: walkCreation },
  {
    session: 'member',
    screens: ['history', 'finished bot', 'exchange', 'LBank dialog', 'wallet', 'security', 'debug log'],
    run: walkTabs,
  },
  {
    session: 'member',
    screens: [
      'log-in from a new device',
      'token that expires soon',
      'expired token',
      'account with an expired token',
      'second factor',
      'recovery codes',
      'second factor that is on',
    ],
    run: walkMemberStates,
  },
  {
    session: 'member',
    screens: [
      'day of the history',
      'settings of a bot',
      'pasted settings',
      'message log',
      'link dialog',
      'steps of a link',
    ],
    run: walkDialogs,
  },
  {
    session: 'member',
    screens: ['contents of the guide', 'page of the guide', 'pop-up: linked', 'pop-up: not allowed'],
    run: walkPagesBeside,
  },
  {
    session: 'member',
    screens: [
      'chart page',
      'command palette',
      'key map',
      'too little margin and a position without a bot',
      'check-list of the first run: balance',
      'check-list of the first run: account',
      'exchange without accounts',
    ],
    run: walkFurther,
  },
  {
    session: 'member',
    screens: ['LBank edit dialog', 'LBank delete dialog', 'disconnect dialog', 'approval withdrawn'],
    run: walkKept,
  },
  {
    session: 'member',
    screens: [
      'result calendar',
      'bots that could not be loaded',
      'history that could not be loaded',
      'accounts that could not be loaded',
    ],
    run: walkFailures,
  },
  {
    session: 'member',
    screens: ['cards with banners on two accounts', 'ladder as a table', 'exchange with two accounts'],
    run: walkBotStates,
  },
  {
    session: 'member',
    screens: ['curve of all bots', 'table of all bots', 'removal of a passkey', 'new passkey', 'password asked again'],
    run: walkResultsAndPasskeys,
  },
  {
    session: 'member',
    screens: ['round of the what-if strip', 'evidence of the volatility', 'evidence of a signal'],
    run: walkSimulated,
  },
  {
    session: 'operator',
    screens: [
      'sign-ups',
      'approval',
      'decision',
      'people',
      'person',
      'withdrawal',
      'links',
      'parts of the server',
      'audit',
    ],
    run: walkConsole,
  },
];

export type WalkOptions = PageOptions & {
  readonly browser: Browser;
  readonly origin: string;
  readonly sessions: Sessions;
  readonly check: Check;
};

/** Visits the screens of one `Walk` in a separate page. Returns the visited screens, and the faults that the check and the browser reported. */
export async function takeWalk(
  walk: Walk,
  { browser, origin, sessions, check, ...options }: WalkOptions,
): Promise<{ readonly seen: readonly string[]; readonly found: readonly string[] }> {
  const session = walk.session === null ? {} : { storageState: sessions[walk.session] };
  const { page, problems } = await openPage(browser, { ...options, ...session });
  const seen: string[] = [];
  const found: string[] = [];
  const look = async (screen: string): Promise<void> => {
    seen.push(screen);
    found.push(...(await check(page, screen)));
  };
  await walk.run({ page, origin, look });
  await page.context().close();
  return { seen, found: [...found, ...problems] };
}

async function walkPublic({ page, origin, look }: Visit): Promise<void> {
  await page.goto(origin);
  await page.locator('#later').scrollIntoViewIfNeeded();
  await page.locator('.landing-board tbody tr').first().waitFor();
  await page.locator('.landing-ticks').waitFor();
  await page.locator('.landing-wrong .replay').waitFor();
  await look('landing');
  await page.locator('.hero a[href="/demo"]').click();
  await page.locator('.demo .replay').waitFor();
  await page.locator('.create-table').waitFor();
  const long = (await page.locator('.demo .replay-head .muted').textContent()) ?? '';
  await page.locator('.create-form label, .create-form [role=radio]').filter({ hasText: '▼' }).first().click();
  // The replay follows each change of the settings.
  await page.locator('.demo .replay-head .muted').filter({ hasNotText: long }).waitFor();
  await page.locator('.demo-dashboard').scrollIntoViewIfNeeded();
  await page.locator('.demo-dashboard .ladder-chart').waitFor();
  await page.locator('.what-if-place').scrollIntoViewIfNeeded();
  await page.locator('.what-if-figures').waitFor();
  await look('demo');
  await page.locator('.demo-head').getByRole('radio').nth(1).click();
  await page.locator('.demo .table tbody tr').first().waitFor();
  await look('history of the demo');
  await page.goto(`${origin}/login`);
  await page.locator('.login-card input[name=email]').waitFor();
  await look('log in');
  await page.goto(`${origin}/rondo/happy/auth/register?ref=111111`);
  await page.locator('.register-card [name=region] option').nth(1).waitFor({ state: 'attached' });
  await page.locator('.register-regions summary').click();
  await look('registration');
  for (const [path, screen] of [
    ['/terms', 'terms'],
    ['/privacy', 'privacy notice'],
  ] as const) {
    await page.goto(`${origin}${path}`);
    await page.locator('.legal-prose').waitFor();
    await look(screen);
  }
  await page.goto(`${origin}/reset-password#${'x'.repeat(30)}`);
  await page.locator('.register-card').waitFor();
  await look('new password');
  await page.goto(`${origin}/reset-password`);
  await page.locator('.message-page').waitFor();
  await look('reset link without its code');
  await page.goto(`${origin}/nowhere`);
  await page.locator('.message-page').waitFor();
  await look('lost');
}

async function walkPending({ page, origin, look }: Visit): Promise<void> {
  await page.goto(`${origin}/dashboard/bot`);
  await page.locator('.pending-card').waitFor();
  await look('approval pending');
}

async function walkCard({ page, origin, look }: Visit): Promise<void> {
  await openBots(page, origin);
  await look('running card');
  const stop = page.getByRole('article').first().locator('button[aria-haspopup=menu]');
  await stop.click();
  await page.getByRole('menu').waitFor();
  await look('stop menu');
  for (const [choice, screen] of ['keep dialog', 'close dialog'].entries()) {
    if (!(await page.getByRole('menu').isVisible())) await stop.click();
    await page.getByRole('menuitem').nth(choice).click();
    await page.getByRole('alertdialog').waitFor();
    await look(screen);
    await page.getByRole('alertdialog').getByRole('button').first().click();
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    // Waits until the focus has returned to the button of the menu.
    await page.locator('article button[aria-haspopup=menu]:focus').waitFor();
  }
  await page.locator('.avatar').click();
  // The stop menu may still be visible while it closes, so this line waits for a menu with the state `open`.
  await page.locator('[role=menu][data-state=open]').waitFor();
  await look('user menu');
  await page.keyboard.press('Escape');
  await page.locator('.health-chip').click();
  await page.getByRole('dialog').waitFor();
  await look('connection dialog');
}

async function walkCreation({ page, origin, look }: Visit): Promise<void> {
  await openBots(page, origin);
  await page.locator('.bots-rail .button[data-variant=primary]').click();
  const form = page.locator('.create-form');
  await page.locator('.dock-action .button:enabled').waitFor();
  await page.locator('.create-panel .candles, .create-panel svg').first().waitFor();
  await page.locator('.create-title h2:focus').waitFor();
  await look('easy creation');
  await form.locator('.create-tabs').getByRole('radio').nth(1).click();
  await form.getByRole('slider').first().waitFor();
  await look('manual creation');
  await page.locator('.dock-action .button').click();
  await page.getByRole('dialog').waitFor();
  await look('review');
}

async function walkTabs({ page, origin, look }: Visit): Promise<void> {
  await page.goto(`${origin}/dashboard/history`);
  const row = page.locator('.history-rows .row-button, .history-rows .narrow-row').locator('visible=true').first();
  await row.waitFor();
  await look('history');
  await row.click();
  const details = page.getByRole('dialog');
  await details.locator('dd').first().waitFor();
  // The table of the rounds and the table of the fills arrive one after the other.
  await details.locator('tbody').nth(1).waitFor();
  // The buttons of the dialog stay visible and cover a part of the rows below them. At the end of the dialog they cover nothing.
  await details.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  await look('finished bot');
  await page.goto(`${origin}/dashboard/integration`);
  await page.locator('.connection-body').waitFor();
  await look('exchange');
  await page.locator('.lbank > .card-body > div > .button').click();
  await page.getByRole('dialog').locator('.button[data-variant=primary]').click();
  await page.getByRole('alert').waitFor();
  await look('LBank dialog');
  await page.goto(`${origin}/dashboard/wallet`);
  await page.locator('.message-page').waitFor();
  await look('wallet');
  await page.goto(`${origin}/dashboard/security`);
  await page.locator('.session-row').first().waitFor();
  await look('security');
  await page.goto(`${origin}/dashboard/bot?debug=true`);
  await page.getByRole('log').filter({ hasText: / ok$/m }).waitFor();
  await look('debug log');
}

async function walkConsole({ page, origin, look }: Visit): Promise<void> {
  const row = page.locator('.row-button, .narrow-row').locator('visible=true').first();
  await page.goto(`${origin}/operator`);
  await row.waitFor();
  await look('sign-ups');
  const verdicts = page.locator('.console-verdicts .button').locator('visible=true');
  await verdicts.first().click();
  await page.getByRole('alertdialog').locator('[type=submit]').waitFor();
  await look('approval');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await verdicts.nth(1).click();
  await page.getByRole('alertdialog').locator('[type=submit]').click();
  await page.getByRole('alertdialog').locator('.field-error').waitFor();
  await look('decision');
  await page.goto(`${origin}/operator?tab=people&q=member@`);
  await row.waitFor();
  await look('people');
  await row.click();
  await page.getByRole('dialog').locator('.console-lines').nth(1).waitFor();
  await look('person');
  await page.getByRole('dialog').locator('.console-verdicts .button').first().click();
  await page.getByRole('alertdialog').locator('[type=submit]').click();
  await page.getByRole('alertdialog').locator('.field-error').waitFor();
  await look('withdrawal');
  for (const [tab, screen] of [
    ['links', 'links'],
    ['health', 'parts of the server'],
    ['audit', 'audit'],
  ] as const) {
    await page.goto(`${origin}/operator?tab=${tab}`);
    await page.locator('.console-rows, .console-health').waitFor();
    await look(screen);
  }
}

const layoutFaults = path.join(import.meta.dirname, '../browser-only', 'layout-faults.js');
let layoutScript: Promise<string> | undefined;

/** Returns texts that are partly hidden, and elements that are wider than the window. Throws when the page shows fewer than three texts. */
export async function findLayoutFaults(page: Page): Promise<readonly string[]> {
  layoutScript ??= readFile(layoutFaults, 'utf8');
  const found = await page.evaluate<{ faults: string[]; texts: number }>(`${await layoutScript}; findLayoutFaults()`);
  if (found.texts < 3) throw new Error(`The check found only ${found.texts} texts on the page.`);
  return found.faults;
}
