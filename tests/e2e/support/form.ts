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

/**
 * Types into the combobox. The code of the combobox is loaded when the field gets the focus. Until then the field is another element, so the text is
 * typed after the list has opened.
 */
export async function typePair(form: Locator, text: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Pair' }).click();
  await form.getByRole('combobox', { name: 'Pair', expanded: true }).fill(text);
}

/** Types into the combobox and selects the pair. */
export async function choosePair(form: Locator, pair: string): Promise<void> {
  await typePair(form, pair);
  await form.getByRole('option', { name: pair }).click();
}

/** Fills a number field or a text field, and moves the focus out of the field. */
export async function type(form: Locator, label: string, text: string): Promise<void> {
  const field = form.getByRole('textbox', { name: label, exact: true });
  await field.fill(text);
  await field.blur();
}
