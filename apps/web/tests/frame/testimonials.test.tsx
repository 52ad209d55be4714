// Tests of the row of testimonials: it moves with its buttons only, and it is left out when it has nothing to show.
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FetchContext } from '../../src/features/landing/public-responses.ts';
import { TestimonialsSection } from '../../src/features/landing/testimonials-section.tsx';
import { landingCards } from '../../src/workbench/cards/landing-cards.tsx';
import { pass, startClock } from '../support/clock.ts';
import { show } from '../support/show.tsx';

afterEach(() => void vi.useRealTimers());

const stateOf = (state: 'one' | 'many') =>
  landingCards.find(({ name }) => name === 'TestimonialsSection')?.states[state] ?? null;

const previous = page.getByRole('button', { name: 'Previous' });
const next = page.getByRole('button', { name: 'Next' });
const place = page.getByRole('status');

/** Returns the names of the cards that are wholly inside the row. */
const visibleNames = (container: HTMLElement): readonly (string | null | undefined)[] => {
  const row = container.querySelector('.landing-proofs')!.getBoundingClientRect();
  return [...container.querySelectorAll('.landing-proofs li')]
    .filter((card) => {
      const { left, right } = card.getBoundingClientRect();
      return left >= row.left - 1 && right <= row.right + 1;
    })
    .map((card) => card.querySelector('strong')?.textContent);
};

test('on a phone each click moves the row of testimonials by one card and says which card is shown', async () => {
  await page.viewport(360, 800);
  const { container } = await show(stateOf('many'));
  await expect.element(place).toHaveTextContent('1 of 6');
  expect(visibleNames(container)).toEqual(['Member 1']);
  await expect.element(previous).toBeDisabled();
  for (let card = 2; card <= 6; card += 1) {
    await next.click();
    await expect.element(place).toHaveTextContent(`${card} of 6`);
    await expect.poll(() => visibleNames(container)).toEqual([`Member ${card}`]);
  }
  await expect.element(next).toBeDisabled();
  await previous.click();
  await expect.element(place).toHaveTextContent('5 of 6');
});

test('the row of testimonials does not move by itself', async () => {
  await page.viewport(360, 800);
  startClock();
  const { container } = await show(stateOf('many'));
  await expect.element(place).toHaveTextContent('1 of 6');
  await pass(60_000);
  await expect.element(place).toHaveTextContent('1 of 6');
  expect(container.querySelector('.landing-proofs')?.scrollLeft).toBe(0);
});

test('a testimonial shows its settings, its result and that it is simulated, and a row that fits has no buttons', async () => {
  await page.viewport(1280, 900);
  const { container } = await show(stateOf('one'));
  await expect.element(page.getByRole('heading', { name: 'Bots of consenting members' })).toBeVisible();
  const card = container.querySelector('.landing-proofs li')?.textContent;
  for (const text of [
    'M. K.',
    'Simulated',
    'ETH-USDT-SWAP',
    '30 days',
    '4 steps, 1 cyclic',
    '+212.30',
    '21 take-profits',
  ])
    expect(card).toContain(text);
  expect(next.elements()).toEqual([]);
  await expect.element(page.getByText('Individual results; most users’ results differ.')).toBeVisible();
});

test('without a testimonial the section is left out', async () => {
  const asked: unknown[] = [];
  const { container } = await show(
    <FetchContext
      value={async (address) => {
        asked.push(address);
        return Response.json({ items: [] });
      }}
    >
      <TestimonialsSection />
    </FetchContext>,
  );
  await expect.poll(() => asked).toEqual(['/api/testimonials']);
  expect(container.querySelector('section')).toBeNull();
});
