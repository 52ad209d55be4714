// The story of the film: a visitor logs in, starts a bot, sees a cycle and a take-profit, and stops the bot.
import type { Locator } from 'playwright-core';
import { demoMember } from '../e2e/support/client.ts';
import { lastPrice, type Held } from '../e2e/support/held.ts';
import { pathOfPrices, setPrice } from './market.ts';
import type { Pace, Recorder } from './recorder.ts';

const name = 'First ladder';
/** The pair that the form shows first. */
const instrument = 'ETH-USDT-SWAP';

/** Plays all scenes. */
export async function playStory(film: Recorder, held: Held, pace: Pace): Promise<void> {
  await openAccount(film, held.product.origin);
  await planBot(film);
  await runBot(film, held, pace);
  await endBot(film);
}

async function openAccount(film: Recorder, origin: string): Promise<void> {
  const { page } = film;
  await page.goto(origin);
  await page.locator('.replay').first().waitFor();
  await film.rest();
  await film.scene('visitor', 6, async () => {
    await film.hold(2.4);
    await film.scrollTo(page.locator('.replay').first(), 24);
    await film.hold(2);
    await film.scrollTo(page.locator('.hero'), 120);
  });
  await film.scene('login', 5.5, async () => {
    await film.click(page.locator('.hero').getByRole('button', { name: 'Log in' }));
    const card = page.getByRole('dialog');
    await film.type(card.getByLabel('Email'), demoMember.email);
    await film.click(card.getByLabel('Password', { exact: true }));
    await card.getByLabel('Password', { exact: true }).fill(demoMember.password);
    await film.hold(0.5);
    await film.click(card.getByRole('button', { name: 'Log in', exact: true }));
    await page.locator('.create-form').waitFor();
    await page.locator('.dock-action .button:enabled').waitFor();
    // The notice about the device of the test is not a part of the story.
    await page.getByRole('button', { name: 'It was me' }).click();
    await page.getByRole('button', { name: 'It was me' }).waitFor({ state: 'detached' });
  });
  await film.rest();
  await film.scene('link', 6, async () => {
    await film.hold(0.6);
    await film.click(page.getByRole('link', { name: 'Exchange' }));
    await page.locator('.health-score').waitFor();
    await film.rest();
    await film.hold(0.8);
    await film.pointTo(page.getByText('Key rights', { exact: true }).first());
    await film.hold(2);
    await film.click(page.getByRole('link', { name: 'Bots' }));
    await page.locator('.dock-action .button:enabled').waitFor();
    await film.rest();
  });
}

async function planBot(film: Recorder): Promise<void> {
  const { page } = film;
  const form = page.locator('.create-form');
  const questions = form.locator('.question');
  await film.scene('amount', 5.5, async () => {
    await film.scrollTo(questions.nth(0), 110);
    await film.type(form.getByRole('textbox', { name: 'Allocation', exact: true }), '3000');
    await film.rest();
  });
  await film.scene('fall', 6.5, async () => {
    await film.scrollTo(questions.nth(1), 90);
    await film.click(form.getByText('Sized for a 30% fall'));
    await film.hold(1.4);
    await film.click(form.getByText('Sized for a 20% fall'));
  });
  await film.scene('often', 6.5, async () => {
    await film.scrollTo(questions.nth(2), 90);
    await film.click(form.getByRole('radio', { name: /^Fast.*5 steps/ }));
    await film.hold(1.2);
    await film.click(form.getByRole('radio', { name: /^Balanced/ }));
    await film.scrollTo(form.getByRole('textbox', { name: 'Name', exact: true }), 420);
    await film.type(form.getByRole('textbox', { name: 'Name', exact: true }), name);
  });
  await film.scene('review', 7, async () => {
    await film.click(page.getByRole('button', { name: 'Review bot' }));
    const review = page.getByRole('dialog');
    await film.hold(2.6);
    await film.scrollTo(review.getByRole('checkbox'), 420);
    await film.click(review.getByRole('checkbox'));
    await film.hold(0.8);
  });
}

const article = (film: Recorder): Locator => film.page.getByRole('article', { name });

async function runBot(film: Recorder, held: Held, pace: Pace): Promise<void> {
  const { page } = film;
  const opened = Number(await lastPrice(held, instrument));
  const at = (percent: number): number => opened * (1 + percent / 100);
  const walk = async (from: number, to: number, count: number): Promise<void> => {
    for (const price of pathOfPrices(at(from), at(to), Math.min(count, pace.prices))) {
      await setPrice(held, instrument, price);
      // The figures of a card change at most once a second.
      await page.waitForTimeout(1_100);
      await film.rest();
      await film.hold(0.28);
    }
  };
  await film.scene('start', 5.5, async () => {
    await film.click(page.getByRole('dialog').getByRole('button', { name: 'Start bot' }));
    await article(film)
      .getByText(/Step 1 filled at/)
      .first()
      .waitFor();
    await article(film).locator('.bot-chart svg').first().waitFor();
    await film.rest();
  });
  await film.scrollTo(article(film), 76);
  // The pointer waits where it hides no figure of the bot.
  await film.pointTo(page.getByText('Start another bot'));
  await film.scene('steps', 7, async () => {
    await walk(0, -2.75, 14);
    await film.hold(1);
  });
  await film.scene('cycle', 8, async () => {
    await walk(-2.75, -4.05, 6);
    await film.hold(0.5);
    await walk(-4.05, -3.35, 5);
    await film.hold(1);
  });
  await film.scene('exit', 7, async () => {
    await walk(-3.35, -0.6, 12);
    // The figure "rounds / cycles": the first round has ended.
    await article(film)
      .getByText(/^[2-9] \/ \d+$/)
      .first()
      .waitFor();
    await film.rest();
    await film.hold(1.5);
  });
}

async function endBot(film: Recorder): Promise<void> {
  const { page } = film;
  await film.scene('stop', 7, async () => {
    await film.click(article(film).getByRole('button', { name: 'Stop', exact: true }));
    const choice = page.getByRole('menuitem', { name: /Close position and stop bot/ });
    await film.pointTo(page.getByText('Stop after next take-profit').first());
    await film.hold(1);
    await film.pointTo(page.getByText('Stop bot, keep position').first());
    await film.hold(1);
    await film.click(choice);
    await film.hold(1.2);
    await film.click(page.getByRole('alertdialog').getByRole('button', { name: 'Close position and stop bot' }));
    await article(film).waitFor({ state: 'detached' });
  });
  await film.rest();
  await film.scene('history', 7.5, async () => {
    await film.click(page.getByRole('link', { name: 'History' }));
    const row = page.getByRole('row').filter({ hasText: name });
    await row.waitFor();
    await film.rest();
    await film.hold(1.4);
    await film.scrollTo(row, 420);
    await film.click(row.getByRole('button').first());
    await film.hold(3);
  });
}
