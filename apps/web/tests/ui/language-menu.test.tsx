// Tests that a member reaches the languages in a narrow window, in which the top bar has no language button.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UserMenu } from '../../src/app/frame/user-menu.tsx';
import { languages, languageNames } from '../../src/i18n/language.ts';
import { memberStorage, show } from '../support/show.tsx';

test('in a window of 360 px the menu of the person has the five languages', async () => {
  await page.viewport(360, 800);
  await show(<UserMenu />, { storage: memberStorage() });
  await page.getByRole('button').click();
  for (const language of languages)
    await expect.element(page.getByRole('menuitemradio', { name: languageNames[language] })).toBeVisible();
});
