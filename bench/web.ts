// `npm run bench -- web` measures the landing page, the bots tab and the demo with Lighthouse (mobile preset, cold cache), and the ladder and the what-if strip of the
// form of a new bot with steps of its sliders. It prints each figure with its limit. `npm run bench -- web ladder strip` measures only these parts.
// The product runs with its sandbox, and the member of the demo has one running bot.
import { availableParallelism, loadavg } from 'node:os';
import { demoMember } from '../tests/e2e/support/client.ts';
import { logInThroughCard } from '../tests/e2e/support/browser.ts';
import { buildProduct, discardHome, newHome, startProduct } from '../tests/e2e/support/product.ts';
import { refuseOption } from '../tools/command-line/command-line.ts';
import { median } from './clock.ts';
import { createFigures, print } from './engine/figures.ts';
import { waitForCandles } from './web/bot-form.ts';
import { measureLadder, measureStrip } from './web/form-times.ts';
import { openMeasured, type MeasuredBrowser, type Visit } from './web/measured-browser.ts';
import { extraLanguage, mostExtraKb, screens, visitsPerScreen, type Screen } from './web/limits.ts';

/** The parts of the form that are measured. */
const formMeasures = { ladder: measureLadder, strip: measureStrip } as const;
const allNames: readonly string[] = [...screens.map(({ name }) => name), ...Object.keys(formMeasures)];

/** Prints every figure with its limit. Returns true when all limits are met. */
export async function benchWeb(): Promise<boolean> {
  const chosen = readNames(process.argv.slice(3));
  await buildProduct();
  const product = await startProduct({ home: newHome() });
  const browser = await openMeasured();
  try {
    printLoad();
    const outcomes: boolean[] = [];
    for (const screen of screens.filter(({ name }) => chosen.includes(name)))
      outcomes.push(await measureScreen(browser, product.origin, screen));
    outcomes.push(await measureForm(browser, product.origin, chosen));
    printLoad();
    return outcomes.every(Boolean);
  } finally {
    await browser.close();
    await product.stop();
    await discardHome(product.home);
  }
}

/** Returns the named parts, or all parts. */
function readNames(names: readonly string[]): readonly string[] {
  const unknown = names.find((name) => !allNames.includes(name));
  if (unknown !== undefined) refuseOption(`The parts are ${allNames.join(', ')}, and "${unknown}" is none.`);
  return names.length === 0 ? allNames : names;
}

function printLoad(): void {
  print(`load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
}

async function measureScreen(browser: MeasuredBrowser, origin: string, screen: Screen): Promise<boolean> {
  if (screen.needsMember) await logInOnce(browser, origin);
  const visits = await visitAll(browser, `${origin}${screen.path}`);
  const isScreenGood = printScreen(screen, visits);
  return (await printLanguage(browser, { screen, origin, visits })) && isScreenGood;
}

async function measureForm(browser: MeasuredBrowser, origin: string, chosen: readonly string[]): Promise<boolean> {
  const figures = createFigures();
  const measures = Object.entries(formMeasures).filter(([name]) => chosen.includes(name));
  if (measures.length === 0) return true;
  await logInOnce(browser, origin);
  await waitForCandles(origin);
  for (const [name, measure] of measures) {
    printLoad();
    print(`${name} of the form of a new bot:`);
    await measure({ browser, origin, figures });
  }
  return figures.isWithin();
}

async function visitAll(browser: MeasuredBrowser, address: string): Promise<readonly Visit[]> {
  const visits: Visit[] = [];
  for (let turn = 0; turn < visitsPerScreen; turn += 1) visits.push(await browser.visit(address));
  return visits;
}

async function logInOnce(browser: MeasuredBrowser, origin: string): Promise<void> {
  await browser.use(origin, async (page) => {
    if ((await page.evaluate(`localStorage.getItem('accessToken')`)) !== null) return;
    await logInThroughCard(page, origin, demoMember);
  });
}

function printScreen(screen: Screen, visits: readonly Visit[]): boolean {
  const of = (figure: (visit: Visit) => number): number => median(visits.map(figure));
  const rows = [
    { name: 'score', value: of(({ score }) => score), limit: screen.leastScore, isLeast: true },
    { name: 'script KB as sent', value: of(({ scriptKb }) => scriptKb), limit: screen.mostScriptKb, isLeast: false },
    { name: 'layout shift', value: of(({ shift }) => shift), limit: screen.mostShift, isLeast: false },
  ];
  const times = `FCP ${of(({ fcpMs }) => fcpMs).toFixed(0)} ms, LCP ${of(({ lcpMs }) => lcpMs).toFixed(0)} ms, TBT ${of(({ tbtMs }) => tbtMs).toFixed(0)} ms`;
  const all = `${of(({ totalKb }) => totalKb).toFixed(0)} KB in ${of(({ requests }) => requests).toFixed(0)} requests`;
  print(
    `${screen.name}, median of ${visitsPerScreen} visits: ${times}, ${all}; scores ${visits.map(({ score }) => score.toFixed(0)).join(' ')}`,
  );
  let isGood = true;
  for (const { name, value, limit, isLeast } of rows) {
    if (limit === null) continue;
    const isMet = isLeast ? value >= limit : value <= limit;
    isGood &&= isMet;
    print(
      `  ${name}: ${round(value)} (limit ${isLeast ? 'at least' : 'at most'} ${limit}) ${isMet ? 'met' : 'MISSED'}`,
    );
  }
  if (!isGood) for (const place of visits.at(-1)?.shifts ?? []) print(`  shifted: ${place}`);
  return isGood;
}

/** Compares the bytes of the largest language with the bytes of English. */
async function printLanguage(
  browser: MeasuredBrowser,
  { screen, origin, visits }: { readonly screen: Screen; readonly origin: string; readonly visits: readonly Visit[] },
): Promise<boolean> {
  const choose = (language: string): Promise<void> =>
    browser.use(origin, async (page) => void (await page.evaluate(`localStorage.setItem('lang', '${language}')`)));
  await choose(extraLanguage);
  const { totalKb } = await browser.visit(`${origin}${screen.path}`);
  await choose('en');
  const extra = totalKb - median(visits.map((visit) => visit.totalKb));
  const isMet = extra <= mostExtraKb;
  print(
    `  ${extraLanguage} beyond English, KB: ${round(extra)} (limit at most ${mostExtraKb}) ${isMet ? 'met' : 'MISSED'}`,
  );
  return isMet;
}

function round(value: number): string {
  return value < 1 ? value.toFixed(3) : value.toFixed(1);
}
