// Tests of the pictures in the explanations: which terms have one, their colours and texts, and the space that they keep.
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { loadPart } from '../../src/i18n/catalogue.ts';
import { languages } from '../../src/i18n/language.ts';
import { terms } from '../../src/i18n/en/site/terms.ts';
import type { Term } from '../../src/i18n/term.ts';
import { TermTip } from '../../src/ui/overlays/term-tip.tsx';
import { PictureFrame } from '../../src/ui/term-pictures/picture-frame.tsx';
import { picturedTerms } from '../../src/ui/term-pictures/pictured-terms.ts';
import { World } from '../../src/workbench/world.tsx';
import { show } from '../support/show.tsx';

const allTerms = Object.keys(terms).map((key) => key.slice('term.'.length) as Term);

beforeEach(async () => {
  await page.viewport(1280, 900);
  document.documentElement.style.fontSize = '';
});

/** Waits until the code of the pictures is loaded, and this number of pictures is drawn. The first load takes long on a busy machine. */
const drawn = async (container: Element, count: number): Promise<void> => {
  await expect.poll(() => container.querySelectorAll('.term-picture > svg').length, { timeout: 20_000 }).toBe(count);
};

/** Renders the pictures of all terms in columns of the width of an explanation. */
async function showPictures(language: (typeof languages)[number] = 'en', shown: readonly Term[] = allTerms) {
  const { container } = await show(
    <main id="content" style={{ width: 254 }}>
      {shown.map((term) => (
        <div key={term} data-term={term}>
          <PictureFrame term={term} />
        </div>
      ))}
    </main>,
    { language },
  );
  await drawn(container, picturedTerms.length);
  return container;
}

test('each term of the list has a picture, and no other term has one', async () => {
  const container = await showPictures();
  const drawn = [...container.querySelectorAll('.term-picture > svg')].map((picture) =>
    picture.closest('[data-term]')?.getAttribute('data-term'),
  );
  expect(new Set(drawn)).toEqual(new Set(picturedTerms));
  expect(container.querySelectorAll('.term-picture')).toHaveLength(picturedTerms.length);
});

test('a picture is hidden from screen readers, and all its colours are tokens of the theme', async () => {
  const container = await showPictures();
  for (const picture of container.querySelectorAll('svg')) {
    expect(picture.closest('[aria-hidden=true]')).not.toBeNull();
    const colours = [...picture.querySelectorAll('*')].flatMap((mark) =>
      ['fill', 'stroke'].flatMap((name) => mark.getAttribute(name) ?? []),
    );
    const tokens = /^(var\(--[a-z0-9-]+\)|url\(#.+\)|none)$/;
    expect(colours.filter((colour) => !tokens.test(colour))).toEqual([]);
    expect(picture.querySelectorAll('[style], [class]')).toHaveLength(0);
    for (const colour of new Set(colours.filter((each) => each.startsWith('var('))))
      expect(getComputedStyle(document.documentElement).getPropertyValue(colour.slice(4, -1)), colour).not.toBe('');
  }
});

test.each(languages)(
  'in the language %s, no label of a picture leaves it or covers another label',
  async (language) => {
    const container = await showPictures(language, picturedTerms);
    const problems = [...container.querySelectorAll('svg')].flatMap((picture) => {
      const term = picture.closest('[data-term]')?.getAttribute('data-term');
      const frame = picture.getBoundingClientRect();
      const texts = [...picture.querySelectorAll('text')];
      const boxes = texts.map((text) => ({ text: `${term}: ${text.textContent}`, box: text.getBoundingClientRect() }));
      // The last sign of a text can be a little wider than its place. The explanation has free space of 12 px around the picture.
      const edge = 2;
      const outside = boxes.filter(
        ({ box }) =>
          box.left < frame.left - edge ||
          box.right > frame.right + edge ||
          box.top < frame.top - edge ||
          box.bottom > frame.bottom + edge,
      );
      // A line of text has free space above and below its signs.
      const free = 3;
      const covered = boxes.filter(({ box }, index) =>
        boxes
          .slice(0, index)
          .some(
            ({ box: other }) =>
              box.left < other.right &&
              other.left < box.right &&
              box.top + free < other.bottom - free &&
              other.top + free < box.bottom - free,
          ),
      );
      return [
        ...outside.map(({ text }) => `${text} is outside`),
        ...covered.map(({ text }) => `${text} covers a label`),
      ];
    });
    expect(problems).toEqual([]);
  },
);

const open = async (term: Term): Promise<HTMLElement> => {
  await show(
    <main id="content">
      <h1>Settings</h1>
      <TermTip term={term} label="Term" />
    </main>,
  );
  await page.getByRole('button', { name: 'About “Term”' }).click();
  const dialog = page.getByRole('dialog', { name: 'About “Term”' });
  await expect.element(dialog).toBeVisible();
  return dialog.element() as HTMLElement;
};

test('the explanation of a term with a picture has its sentence and the picture below it', async () => {
  const dialog = await open('average');
  await expect.element(page.getByText(/The average price of all open entries/)).toBeVisible();
  await drawn(dialog, 1);
});

test('the explanation of a term without a picture has only its sentence', async () => {
  const dialog = await open('reserved');
  await expect.element(page.getByText(/keeps for its round/)).toBeVisible();
  expect(dialog.querySelector('.term-picture, svg')).toBeNull();
});

test('the explanation has its whole size before the picture is drawn', async () => {
  const dialog = await open('steps');
  await drawn(dialog, 1);
  const frame = dialog.querySelector('.term-picture');
  const sizeOf = (): readonly number[] => [dialog.offsetWidth, dialog.offsetHeight];
  const withPicture = sizeOf();
  frame?.replaceChildren();
  expect(sizeOf()).toEqual(withPicture);
});

test.each([1280, 360])(
  'in a window of %i px with texts of 200 %% the picture grows and stays in the window',
  async (width) => {
    await page.viewport(width, 780);
    document.documentElement.style.fontSize = '200%';
    const dialog = await open('crashDefence');
    await drawn(dialog, 1);
    const box = dialog.getBoundingClientRect();
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(width);
    expect(box.bottom).toBeLessThanOrEqual(780);
    const picture = dialog.querySelector('.term-picture')?.getBoundingClientRect();
    expect(picture?.width).toBeGreaterThan(width === 360 ? 280 : 500);
    expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
  },
);

test('a page that has not loaded the texts of the explanations loads them for the words of a picture', async () => {
  const texts = await loadPart('en', 'start');
  await render(
    <World language="en" texts={texts}>
      <main id="content">
        <TermTip term="liquidation" label="Est. liquidation" />
      </main>
    </World>,
  );
  await page.getByRole('button').click();
  await drawn(document.body, 1);
  expect(document.querySelector('.term-picture')?.textContent).toContain('est. liquidation');
});
