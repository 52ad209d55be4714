// Tests of the share picture on a real canvas: no text is cut in any language, and a round of a finished bot is saved as a picture.
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { HistoryItem } from '@rondo/contract';
import { HistoryPage } from '../../src/features/history/history-page.tsx';
import { drawShare, shareSize, type SharePicture } from '../../src/features/share/share-picture.ts';
import { botPicture, roundPicture } from '../../src/features/share/share-texts.ts';
import { languages } from '../../src/i18n/language.ts';
import { createTranslator } from '../../src/i18n/translate.ts';
import { createFormat } from '../../src/lib/numbers/format.ts';
import { fixedHistory, fixedRounds } from '../../src/workbench/cards/history-cards.tsx';
import { fixedDetail, fixedInstrument } from '../../src/workbench/samples.ts';
import { loadTexts, type Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

afterEach(() => vi.restoreAllMocks());

const kept = fixedHistory.find(({ end_reason: reason }) => reason === 'stopped_left_open')!;
const colours = { background: '#111', text: '#eee', muted: '#bbb', accent: '#88f', line: '#333', result: '#0f0' };
/** The ladder begins at this place, so the texts beside it end before. */
const ladderLeft = 760;

type Written = { readonly text: string; readonly x: number; readonly y: number; readonly right: number };

/** Draws a picture and returns its texts with their places. */
function write(picture: SharePicture): readonly Written[] {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [shareSize.width, shareSize.height];
  const context = canvas.getContext('2d')!;
  const written: Written[] = [];
  const draw = context.fillText.bind(context);
  context.fillText = (text, x, y) => {
    written.push({ text, x, y, right: x + context.measureText(text).width });
    draw(text, x, y);
  };
  drawShare(context, { ...picture, colours, font: getComputedStyle(document.body).fontFamily });
  return written;
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s/gu, '');

/** Expects that the whole risk text is in the picture below all other texts, and that no text leaves its place. */
function expectWhole(picture: SharePicture) {
  const written = write(picture);
  const lastFact = written.find(({ text }) => text === picture.texts.facts.at(-1))!;
  const risk = written.slice(written.indexOf(lastFact) + 1);
  expect(withoutSpaces(risk.map(({ text }) => text).join(''))).toBe(withoutSpaces(picture.texts.risk));
  for (const { text, y, right } of risk) {
    expect(right, text).toBeLessThanOrEqual(shareSize.width - 72);
    expect(y, text).toBeGreaterThan(lastFact.y + 40);
    expect(y, text).toBeLessThanOrEqual(shareSize.height - 24);
  }
  for (const { text, right } of written.filter((each) => each.x < ladderLeft && !risk.includes(each)))
    expect(right, text).toBeLessThan(ladderLeft);
  for (const { text, right } of written) expect(right, text).toBeLessThanOrEqual(shareSize.width);
}

test.each(languages)(
  'in the language %s, no text of the pictures of a bot and of its rounds is cut',
  async (language) => {
    const texts = await loadTexts(language);
    const { t } = createTranslator(language, texts);
    const words = { t, format: createFormat(language, { hidesAmounts: false }) };
    const rich = {
      ...kept,
      total_profit: '-12345678.91',
      rounds: 1_234,
      cycles: 12_345,
      martin_steps: 10,
      cyclic_steps: 9,
    };
    expectWhole(botPicture(rich, words));
    for (const round of fixedRounds) expectWhole(roundPicture(kept, round, words));
    expectWhole(roundPicture(rich, { ...fixedRounds[0]!, end_reason: 'leave', cycles: 12_345 }, words));
  },
);

test('a risk text of three lines is whole and does not reach the facts', async () => {
  const { t } = createTranslator('en', await loadTexts('en'));
  const picture = botPicture(kept, { t, format: createFormat('en', { hidesAmounts: false }) });
  const risk = Array.from({ length: 34 }, (_, index) => `word${index}`).join(' ');
  const long = { ...picture, texts: { ...picture.texts, risk } };
  expect(
    new Set(
      write(long)
        .slice(-3)
        .map(({ y }) => y),
    ).size,
  ).toBe(3);
  expectWhole(long);
});

const [item] = fixedHistory as [HistoryItem];
const responses: Responses = {
  history: () => ({ items: [item], total: 1, total_profit: '64.1', days: 28, from: '2026-02-01', to: '2026-02-28' }),
  bot: () => ({ ...fixedDetail, status: 'completed', logs: [] }),
  botFills: () => ({ items: [], total: 0, total_fees: '0', realised_pnl: '64.1', is_complete: true }),
  botRounds: () => ({ items: [...fixedRounds], total: 2 }),
  instruments: () => ({ items: [fixedInstrument], at: 0 }),
};

test('the detail of a finished bot lists its rounds, and each round is saved as a picture with its own name', async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const addresses = vi.spyOn(URL, 'createObjectURL');
  await page.viewport(1280, 900);
  await show(<HistoryPage />, { responses, storage: memberStorage() });
  await page
    .getByRole('row', { name: /ETH long six/u })
    .getByRole('button')
    .click();
  const rows = page.getByRole('table', { name: 'Rounds' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent(/^2.*Take-profit3.*\+12\.40/u);
  await expect.element(rows.nth(2)).toHaveTextContent(/^1.*Stop loss0.*\u221251\.20/u);
  await page.getByRole('button', { name: 'Share round 1 as picture' }).click();
  await expect.poll(() => names).toEqual([`rondo-${item.symbol}-1.png`]);
  const image = await createImageBitmap(addresses.mock.calls[0]![0] as Blob);
  expect([image.width, image.height]).toEqual([shareSize.width, shareSize.height]);
});

test.each(languages)('in the language %s, the rounds of a bot fit into a window of 360 px', async (language) => {
  await page.viewport(360, 780);
  const { container } = await show(<HistoryPage />, { language, responses, storage: memberStorage() });
  await expect.poll(() => container.querySelector<HTMLElement>('.narrow-row')).not.toBeNull();
  container.querySelector<HTMLElement>('.narrow-row')?.click();
  const { t } = createTranslator(language, await loadTexts(language));
  const rounds = page.getByRole('group', { name: t('history.rounds') });
  await expect.element(rounds.getByRole('row').first()).toBeVisible();
  const table = rounds.element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.clientWidth);
});
