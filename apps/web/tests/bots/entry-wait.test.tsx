// Tests that the card of a bot says why its entries wait and what its owner can do.
import { entryWaits } from '@rondo/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { languages } from '../../src/i18n/language.ts';
import { fixedBot, fixedInstrument } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const showCard = (change: Partial<typeof fixedBot>, language: (typeof languages)[number] = 'en') =>
  show(<BotCard bot={{ ...fixedBot, ...change }} receivedAt={Date.now()} instrument={fixedInstrument} />, {
    storage: memberStorage(),
    language,
  });

test.each([
  ['price', 'neutral', /the exchange sends no current price of this pair.*You do not have to do anything/],
  ['leverage', 'warning', /leverage of this pair at the exchange is not 10x\. Set it back to 10x/],
  ['margin', 'warning', /refused an entry for lack of margin.*Deposit more, or stop another bot/],
] as const)(
  'a bot that waits because of %s has a %s line with the reason and what to do',
  async (reason, tone, text) => {
    const { container } = await showCard({ entry_wait: reason });
    await expect.element(page.getByText(text)).toBeVisible();
    expect(container.querySelector('.banner')?.getAttribute('data-tone')).toBe(tone);
  },
);

test.each(languages)('each reason has a line in the language %s', async (language) => {
  for (const reason of entryWaits) {
    const { container, unmount } = await showCard({ entry_wait: reason }, language);
    await expect.poll(() => container.querySelector('.banner')?.textContent.length ?? 0).toBeGreaterThan(25);
    expect(container.querySelector('.banner')?.textContent).not.toMatch(/bots\.wait|[{}]/);
    await unmount();
  }
});

test('a bot without a reason, with the reason of a newer server, or while it stops has no line', async () => {
  for (const change of [{}, { entry_wait: 'a later reason' }, { entry_wait: 'price', phase: 'stopping' as const }]) {
    const { container, unmount } = await showCard(change);
    await expect.element(page.getByText('Step 2 of 4')).toBeVisible();
    expect(container.textContent).not.toContain('entries wait');
    await unmount();
  }
});
