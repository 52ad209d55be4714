// Tests that the workbench shows every primitive and card in every state, and that its language can be switched.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { cards } from '../src/workbench/cards.tsx';
import { controls } from '../src/workbench/controls.tsx';
import { primitives } from '../src/workbench/primitives.tsx';
import { WorkbenchPage } from '../src/workbench/workbench-page.tsx';

const specimens = [...primitives, ...controls, ...cards];
const names = specimens.flatMap(({ name, states }) => Object.keys(states).map((state) => `${name}: ${state}`));

/** Files of `ui` that export a component. */
const sources = import.meta.glob<string>('../src/ui/**/*.tsx', { query: '?raw', import: 'default', eager: true });
const components = Object.values(sources)
  .flatMap((text) => [...text.matchAll(/^export const ([A-Z]\w+) = /gm)].map((match) => match[1] ?? ''))
  .toSorted();

/** Components that are shown inside another primitive, under the name of that primitive. */
const shownInside: Readonly<Record<string, string>> = {
  AlertBox: 'Dialog',
  ComboboxBox: 'Combobox',
  Field: 'TextField',
  HelpLink: '',
  MenuBox: 'Menu',
  MenuChoice: 'Menu',
  MenuItem: 'Menu',
  MenuLine: 'Menu',
  MenuSwitch: 'Menu',
  OpenRing: 'Logo',
  PlainToasts: 'Toast',
  StatList: 'Stat',
  ToastRegion: 'Toast',
  Triangle: 'SignedFigure',
};

test('the workbench shows every component of the folder ui', () => {
  const shown = new Set(specimens.map(({ name }) => name));
  expect(components.length).toBeGreaterThan(25);
  expect(components.filter((name) => !shown.has(shownInside[name] ?? name) && shownInside[name] !== '')).toEqual([]);
});

test('the workbench renders every state, and its language can be switched', async () => {
  await render(<WorkbenchPage />);
  await expect.element(page.getByRole('group', { name: 'BotCard: running' })).toBeInTheDocument();
  const drawn = [...document.querySelectorAll('main [role=group][aria-label*=": "]')].map((each) =>
    each.getAttribute('aria-label'),
  );
  expect(drawn).toEqual(expect.arrayContaining(names));
  await page.getByRole('radio', { name: '한국어' }).click();
  await expect
    .element(page.getByText('곧 제공', { exact: false }).or(page.getByText('증거금').first()))
    .toBeInTheDocument();
  expect(document.documentElement.lang).toBe('ko');
});
