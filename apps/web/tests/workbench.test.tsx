// Tests that the workbench shows every primitive and card in every state, and that its language can be switched.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { cards } from '../src/workbench/cards/cards.ts';
import { controls } from '../src/workbench/controls.tsx';
import { primitives } from '../src/workbench/primitives.tsx';
import { WorkbenchPage } from '../src/workbench/workbench-page.tsx';

const specimens = [...primitives, ...controls, ...cards];
const names = specimens.flatMap(({ name, states }) => Object.keys(states).map((state) => `${name}: ${state}`));

const componentsOf = (sources: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(sources)
    .flatMap((text) => [...text.matchAll(/^export const ([A-Z]\w+) = /gm)].map((match) => match[1] ?? ''))
    .toSorted();

/** The components of the folder `ui`. */
const components = componentsOf(
  import.meta.glob<string>('../src/ui/**/*.tsx', { query: '?raw', import: 'default', eager: true }),
);
/** The cards, sections and tabs of the features. */
const featureCards = componentsOf(
  import.meta.glob<string>('../src/features/**/*-{card,section,sections,tab}.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);

/** The components that the workbench shows inside another primitive, with the name of the other primitive. An empty name means that the workbench does not show the component. */
const shownInside: Readonly<Record<string, string>> = {
  AlertBox: 'Dialog',
  ComboboxBox: 'Combobox',
  Field: 'TextField',
  FieldName: 'TextField',
  HelpLink: '',
  LongList: 'LongTable',
  MenuBox: 'Menu',
  MenuChoice: 'Menu',
  MenuItem: 'Menu',
  MenuLine: 'Menu',
  MenuSwitch: 'Menu',
  OpenRing: 'Logo',
  PlainToasts: 'Toast',
  StatList: 'Stat',
  TermPicture: 'PictureFrame',
  Tip: 'TermTip',
  TipBox: 'TermTip',
  ToastRegion: 'Toast',
  Triangle: 'SignedFigure',
};

test('the workbench shows every component of the folder ui', () => {
  const shown = new Set(specimens.map(({ name }) => name));
  expect(components.length).toBeGreaterThan(25);
  expect(components.filter((name) => !shown.has(shownInside[name] ?? name) && shownInside[name] !== '')).toEqual([]);
});

test('the workbench shows every card, section and tab of the features', () => {
  const shown = new Set(specimens.map(({ name }) => name));
  expect(featureCards.length).toBeGreaterThan(25);
  expect(featureCards.filter((name) => !shown.has(name))).toEqual([]);
});

test('the workbench renders every state, and its language can be switched', async () => {
  await render(<WorkbenchPage />);
  // Queries by role are slow on a page of this size, so the test reads the states from the document.
  await vi.waitFor(() => expect(document.querySelector('[aria-label="BotCard: running"]')).not.toBeNull(), 10_000);
  const drawn = [...document.querySelectorAll('main [role=group][aria-label*=": "]')].map((each) =>
    each.getAttribute('aria-label'),
  );
  expect(drawn).toEqual(expect.arrayContaining(names));
  await page.getByRole('radio', { name: '한국어' }).click();
  await vi.waitFor(() => expect(document.documentElement.lang).toBe('ko'), 10_000);
  await vi.waitFor(() => expect(document.querySelector('main')?.textContent).toContain('증거금'), 10_000);
});
