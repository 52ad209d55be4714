// Tests of the slider row: the keyboard, the buttons, and the number field. The number field uses the parser of all other fields.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { controls } from '../../src/workbench/controls.tsx';
import { show } from '../support/show.tsx';

const row = (state: string) => controls.find((each) => each.name === 'SliderRow')?.states[state];
const slider = page.getByRole('slider', { name: 'Leverage' });
const field = page.getByRole('textbox', { name: 'Leverage' });

test('arrow keys and buttons change the value by one step', async () => {
  await show(row('plain'));
  await expect.element(slider).toHaveAttribute('aria-valuetext', '10 x');
  slider.element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(field).toHaveValue('12');
  await page.getByRole('button', { name: 'Decrease leverage' }).click();
  await expect.element(field).toHaveValue('11');
});

test.each([
  ['15', '15'],
  ['7,4', '7'],
  ['99', '20'],
  ['1,000', '20'],
  ['1.234', '10'],
  ['many', '10'],
])('the typed text %s gives the value %s', async (typed, value) => {
  await show(row('plain'));
  await field.fill(typed);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue(value);
});

test('when the row has a problem, the problem is the description of the field, and the field is marked as invalid', async () => {
  await show(row('problem'));
  await expect.element(field).toHaveAccessibleDescription('Choose a value from 1 to 20.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
});

test('the field and the buttons of a disabled row are disabled', async () => {
  await show(row('disabled'));
  await expect.element(field).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Increase leverage' })).toBeDisabled();
});
