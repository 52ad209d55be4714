// Tests of the entries of the command palette.
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CommandPalette } from '../../src/features/palette/command-palette.tsx';
import type { Language } from '../../src/i18n/language.ts';
import { memberStorage, show } from '../support/show.tsx';

afterEach(() => vi.unstubAllGlobals());

const showPalette = (language: Language = 'en') =>
  show(<CommandPalette shown="palette" onChange={() => undefined} />, { language, storage: memberStorage() });

test.each([
  ['https://guide.rondo.test/', 'https://guide.rondo.test/'],
  [null, '/guide/en'],
])('with the configured guide %s the entry of the guide opens %s', async (configured, address) => {
  const links = { guide_url: configured, documentation_url: null, support_url: null };
  const read = vi.fn(() => Promise.resolve(Response.json(links)));
  vi.stubGlobal('fetch', read);
  const open = vi.fn();
  vi.stubGlobal('open', open);
  await showPalette();
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
  await vi.waitFor(async () => {
    await page.getByRole('option', { name: 'Usage guide' }).click();
    expect(open).toHaveBeenLastCalledWith(address, '_blank', 'noreferrer');
  });
});

test.each([
  ['en', /^Theme: \S/],
  ['zh', /^主题：\S/],
  ['ja', /^テーマ：\S/],
] as const)('in the language %s the entry of the theme has the colon of the language', async (language, name) => {
  await showPalette(language);
  await expect.element(page.getByRole('option', { name })).toBeVisible();
});
