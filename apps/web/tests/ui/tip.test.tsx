// Tests of the explanations of terms: by pointer after 200 ms, by click, by touch and by key.
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TermTip } from '../../src/ui/overlays/term-tip.tsx';
import { pass, startClock } from '../support/clock.ts';
import { show } from '../support/show.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const button = page.getByRole('button', { name: 'About “Leverage”' });
const text = page.getByText(/How many times larger the position is/);

/** Sends the event that React calls pointer enter or pointer leave. The clock cannot advance before the next line of the test. */
const point = (type: 'pointerover' | 'pointerout', pointerType: 'mouse' | 'touch'): void => {
  button.element().dispatchEvent(new PointerEvent(type, { pointerType, bubbles: true }));
};

/** Waits until a change of state that has happened is drawn. */
const drawn = async (): Promise<void> => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
};

/** Renders two explanations in the landmark that the popover is drawn in, and loads the code and the texts of the popover. */
async function showTips(): Promise<void> {
  await show(
    <main id="content">
      <h1>Settings</h1>
      <TermTip term="leverage" label="Leverage" />
      <TermTip term="steps" label="Steps" />
    </main>,
  );
  await page.getByRole('button', { name: 'About “Steps”' }).click();
  await expect.element(page.getByText(/The number of entry orders/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
}

test('an explanation opens when the pointer has stayed for 200 ms, stays while the pointer is on it, and then closes', async () => {
  await showTips();
  startClock();
  point('pointerover', 'mouse');
  await pass(100);
  await drawn();
  expect(text.elements()).toEqual([]);
  await pass(150);
  await expect.element(text).toBeVisible();
  expect(document.activeElement?.contains(text.element())).toBe(false);
  await text.hover();
  await pass(400);
  await drawn();
  await expect.element(text).toBeVisible();
  await page.getByRole('heading', { name: 'Settings' }).hover();
  await pass(200);
  await expect.element(text).not.toBeInTheDocument();
});

test('a pointer that only passes over the button opens no explanation', async () => {
  await showTips();
  startClock();
  point('pointerover', 'mouse');
  point('pointerout', 'mouse');
  await pass(500);
  await drawn();
  expect(text.elements()).toEqual([]);
});

test('a key opens the explanation and moves the focus to it, and Escape returns the focus to the button', async () => {
  await showTips();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(text).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'About “Leverage”' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(text).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('a tap opens the explanation, and a second tap closes it', async () => {
  await showTips();
  const tap = (): void => {
    point('pointerover', 'touch');
    point('pointerout', 'touch');
    (button.element() as HTMLElement).click();
  };
  tap();
  await expect.element(text).toBeVisible();
  tap();
  await expect.element(text).not.toBeInTheDocument();
});
