// Tests of dialogs and toasts with the states of the workbench. Elements are found by role and visible text.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { controls } from '../../src/workbench/controls.tsx';
import { show } from '../support/show.tsx';

/** Returns one state of a workbench entry. */
const stateOf = (name: string, state: string) => controls.find((each) => each.name === name)?.states[state];

test('a dialog has a name and a description, closes when the user presses Escape, and returns the focus to the button that opened the dialog', async () => {
  await show(stateOf('Dialog', 'plain'));
  const opener = page.getByRole('button', { name: 'Open' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Rename the bot' });
  await expect.element(dialog).toHaveAccessibleDescription('The name is shown to you alone.');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('in an alert dialog the focus remains inside when the user presses Tab, and the safe button closes the dialog', async () => {
  await show(stateOf('Dialog', 'alert'));
  await page.getByRole('button', { name: 'Open' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Close the position?' });
  await expect.element(alert).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}{Tab}');
  expect(alert.element().contains(document.activeElement)).toBe(true);
  await alert.getByRole('button', { name: 'Keep running' }).click();
  await expect.element(alert).not.toBeInTheDocument();
});

test('F6 moves the focus to a toast, and the close button removes the toast', async () => {
  await show(stateOf('Toast', 'error'));
  await page.getByRole('button', { name: 'Show' }).click();
  const message = page.getByRole('listitem').filter({ hasText: 'A message of tone error' });
  await expect.element(message).toBeVisible();
  await userEvent.keyboard('{F6}');
  await expect.poll(() => document.activeElement?.closest('.toasts') !== null).toBe(true);
  await message.getByRole('button', { name: 'Close' }).click();
  await expect.element(message).not.toBeInTheDocument();
});
