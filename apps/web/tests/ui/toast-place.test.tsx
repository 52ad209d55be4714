// Tests of the place of the messages: they cover neither the top bar, nor the right column, nor the bars at the bottom of the window.
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BotWire } from '@rondo/contract';
import { useToast } from '../../src/lib/toasts.ts';
import { Pages } from '../../src/routes.tsx';
import { fixedBot, fixedMargin } from '../../src/workbench/samples.ts';
import { creationResponses } from '../support/creation-responses.ts';
import { memberStorage, show } from '../support/show.tsx';

const message = 'ETH long 20 %: round 12 has ended with its take-profit. Its net result after fees and funding is ';

/** Shows as many messages as the page ever shows at the same time. */
const Messages = () => {
  const toast = useToast();
  useEffect(() => {
    for (const amount of ['+6.24', '+8.40', '+9.10'])
      toast({ tone: 'error', durationMs: 0, message: `${message}${amount} USDT.` });
  }, [toast]);
  return null;
};

/** The page loads its parts one after another. */
const whileLoading = { timeout: 20_000 };

const boxesOf = (container: ParentNode, selector: string): readonly DOMRect[] =>
  [...container.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());

const overlap = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const openTab = async (bots: readonly BotWire[]): Promise<void> => {
  await show(
    <>
      <Pages />
      <Messages />
    </>,
    {
      path: '/dashboard/bot',
      storage: memberStorage(),
      responses: { ...creationResponses, myBots: () => [...bots], margin: () => fixedMargin },
    },
  );
};

test.each([
  [1280, 'a running bot', [fixedBot], ['.top-bar', '.bots-rail']],
  [1280, 'the form of a bot', [], ['.top-bar', '.create-form', '.create-dock']],
  [360, 'a running bot', [fixedBot], ['.top-bar', '.bottom-tabs']],
  [360, 'the form of a bot', [], ['.top-bar', '.create-dock', '.bottom-tabs']],
] as const)(
  'in a window of %i px with %s the messages are inside the window and cover neither bar nor the right column',
  async (...[width, , bots, parts]) => {
    await page.viewport(width, 800);
    await openTab(bots);
    await expect.poll(() => document.querySelectorAll('.toast').length).toBe(3);
    for (const part of parts) await expect.poll(() => boxesOf(document, part).length, whileLoading).toBe(1);
    const messages = boxesOf(document, '.toasts > li');
    expect(messages).toHaveLength(4);
    for (const box of messages) {
      expect([box.left >= 0, box.right <= width, box.top >= 0, box.bottom <= 800]).toEqual([true, true, true, true]);
      expect(parts.filter((part) => boxesOf(document, part).some((other) => overlap(box, other)))).toEqual([]);
    }
  },
);
