// Tests that the plan in words and the review say when the first order is sent, for each entry.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PlanWords } from '../../src/features/create/picture/plan-words.tsx';
import { initialCreateForm, type CreateForm } from '../../src/features/create/plan/create-form.ts';
import { previewCreate } from '../../src/features/create/plan/create-preview.ts';
import { initialSignal } from '../../src/features/create/plan/entry-signal.ts';
import { useI18n } from '../../src/i18n/i18n-context.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import { ReviewSample } from '../../src/workbench/review-sample.tsx';
import { formWorld } from '../support/form-world.ts';
import { show } from '../support/show.tsx';

const webhook: Partial<CreateForm> = { entryMode: 'signal', signal: { ...initialSignal, kind: 'webhook' } };
const noOrder = 'When you start the bot, it sends no order: ';
const now = ' All prices here are those of a round that opens now';
const volatility = ' The volatility at that time sets its step distance.';

/** The settings with the sentences about the opening of a round, without the amounts. */
const entries: readonly (readonly [string, Partial<CreateForm>, opens: string, example: string])[] = [
  ['a signal', { entryMode: 'signal' }, `${noOrder}each round opens at a signal of the rule.`, `${now}.`],
  ['messages', webhook, `${noOrder}each round opens when another program sends a message.`, `${now}.`],
  [
    'an AI model',
    { entryMode: 'ai' },
    `${noOrder}each round opens when the AI model decides so, and the model chooses its ladder span.`,
    `${now} with the ladder span of this form.`,
  ],
  [
    'a distance from ATR',
    { atrMultiplier: '1.5' },
    `${noOrder}each round opens when an hourly candle closes.${volatility}`,
    `${now} with the largest step distance.`,
  ],
  [
    'a signal with a distance from ATR',
    { entryMode: 'signal', atrMultiplier: '1.5' },
    `${noOrder}each round opens at a signal of the rule.${volatility}`,
    `${now} with the largest step distance.`,
  ],
];

const Words = ({ changes }: { readonly changes: Partial<CreateForm> }) => {
  const form = { ...initialCreateForm, allocation: '2000', ...changes };
  const { preview, config } = previewCreate(form, formWorld, useI18n());
  if (preview === null || config === null) throw new Error('The form has a plan.');
  return (
    <PlanWords
      preview={preview}
      config={config}
      lastPrice={formWorld.lastPrice}
      baseCurrency="ETH"
      accountTotal={null}
      form={form}
    />
  );
};

const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');

/** Shows the plan in words, and returns the function that reads its first paragraph. */
const showWords = async (changes: Partial<CreateForm>, language: Language = 'en') => {
  const { container } = await show(<Words changes={changes} />, { language });
  return (): string => plain(container.querySelector('.plan-words p')?.textContent);
};

/** Opens the review, and returns the function that reads its first sentences. */
const openReview = async (changes: Partial<CreateForm>, language: Language = 'en') => {
  await show(<ReviewSample changes={changes} />, { language });
  await page.getByRole('button', { name: 'Open' }).click();
  return (): string => plain(document.querySelector('.dialog-sentence')?.textContent);
};

test.each(entries)(
  'with %s the plan in words says that nothing is bought at the start',
  async (...[, changes, opens, example]) => {
    const words = await showWords(changes);
    await expect.poll(words).toContain(opens);
    expect(words().startsWith(`${opens} Then it buys`)).toBe(true);
    expect(words()).toMatch(
      /Then it buys ETH for about [\d,.]+ USDT at market\. If the price falls, it buys at 3 more steps/,
    );
    expect(words().endsWith(example)).toBe(true);
  },
);

test.each(entries)(
  'with %s the review says that no order is sent at the start',
  async (...[, changes, opens, example]) => {
    const review = await openReview(changes);
    await expect.poll(review).toMatch(/4 steps, 1 cyclic\. When/);
    expect(review().endsWith(`4 steps, 1 cyclic. ${opens}${example}`)).toBe(true);
  },
);

test('a short with a signal sells later', async () => {
  await expect
    .poll(await showWords({ direction: 'short', entryMode: 'signal' }))
    .toMatch(/signal of the rule\. Then it sells ETH for about [\d,.]+ USDT at market\. If the price rises/);
});

test('a bot that opens its rounds at once sends its first order at its start, also beside an observed rule', async () => {
  await expect.poll(await showWords({ isShadowed: true })).toMatch(/^Buys ETH for [\d,.]+ USDT at market now\./);
  await expect.poll(await openReview({})).toMatch(/4 steps, 1 cyclic\. Step 1 buys at market when you start\.$/);
});

const sendsNothing: Record<Language, string> = {
  en: 'it sends no order',
  ko: '바로 주문하지 않습니다',
  ru: 'не выставляет ордеров',
  zh: '不会下单',
  ja: 'すぐには注文を出しません',
};

test.each(languages)('in the language %s a bot with a signal sends no order at its start', async (language) => {
  await expect.poll(await showWords({ entryMode: 'signal' }, language)).toContain(sendsNothing[language]);
});

test.each(languages)('in the language %s the review of a bot with an AI model says so too', async (language) => {
  await expect.poll(await openReview({ entryMode: 'ai' }, language)).toContain(sendsNothing[language]);
});
