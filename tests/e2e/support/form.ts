// Steps in the creation form. They find each element by its role and its label.
import type { Locator, Page } from 'playwright-core';

/** Opens the form. When the member has no bot, the form is already open. */
export async function openForm(page: Page): Promise<Locator> {
  const form = page.getByRole('region', { name: 'Bot settings' });
  const newBot = page.getByRole('button', { name: 'New bot', exact: true });
  await form.or(newBot).first().waitFor();
  if (!(await form.isVisible())) await newBot.click();
  await form.getByRole('radio', { name: 'Manual' }).click();
  return form;
}

/** The time after which a person types the name of the pair once more, in ms. */
const typeAgainMs = 15_000;

/** Types into the combobox and selects the pair. When no result appears on a busy machine, the name is typed once more. */
export async function choosePair(form: Locator, pair: string): Promise<void> {
  const box = form.getByRole('combobox', { name: 'Pair' });
  const option = form.getByRole('option', { name: pair });
  await box.click();
  await box.fill(pair);
  const isListed = await option.waitFor({ timeout: typeAgainMs }).then(
    () => true,
    () => false,
  );
  if (!isListed) {
    await box.fill('');
    await box.fill(pair);
  }
  await option.click();
}

/** Fills a number field or a text field, and moves the focus out of the field. */
export async function type(form: Locator, label: string, text: string): Promise<void> {
  const field = form.getByRole('textbox', { name: label, exact: true });
  await field.fill(text);
  await field.blur();
}
