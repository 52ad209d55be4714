// Tests the title of the browser tab of the bots tab.
import { expect, test, vi } from 'vitest';
import type { BotWire } from '@rondo/contract';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { fixedAccount, fixedBot, fixedInstrument, fixedMargin, fixedStatus } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

/** The list can change between two responses of the server. */
const showBots = (bots: readonly BotWire[] | (() => readonly BotWire[])) =>
  show(<BotsTab />, {
    responses: {
      margin: () => ({ ...fixedMargin, reserved: [] }),
      oauthStatus: () => ({ ...fixedStatus, accounts: [fixedAccount] }),
      myBots: () => [...(typeof bots === 'function' ? bots() : bots)],
      instruments: () => ({ items: [fixedInstrument], at: 0 }),
    },
    storage: memberStorage(),
  });

test('the title begins with the price of the first bot, and a bot without a price leaves the title as it is', async () => {
  const first = await showBots([{ ...fixedBot, mark_price: '3412.5' }]);
  await vi.waitFor(() => expect(document.title).toBe('ETH 3,412.50, Bots - Rondo'));
  await first.unmount();
  await showBots([{ ...fixedBot, mark_price: null }]);
  await vi.waitFor(() => expect(document.title).toBe('Bots - Rondo'));
});

test('each response of the server changes the price in the title', async () => {
  let price = '3412.5';
  await showBots(() => [{ ...fixedBot, mark_price: price }]);
  await vi.waitFor(() => expect(document.title).toBe('ETH 3,412.50, Bots - Rondo'));
  price = '3413.1';
  await vi.waitFor(() => expect(document.title).toBe('ETH 3,413.10, Bots - Rondo'), { timeout: 10_000 });
});
