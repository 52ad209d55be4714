// Starts a product whose market moves only when a test moves the price, with a browser and an API client of the demo member.
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { logIn, type Client } from './client.ts';
import { exchangeOf } from './exchange-truth.ts';
import { discardHome, startProduct, waitFor, type Product } from './product.ts';

export type Held = { readonly product: Product; readonly browser: Browser; readonly client: Client };

/** A row of the list of bots, with the fields of the contract. When the shape is wrong, an assertion of the test fails. */
export type BotRow = Readonly<Record<string, unknown>>;

export async function startHeld(environment: Readonly<Record<string, string>> = {}): Promise<Held> {
  const product = await startProduct({ environment: { ...environment, RONDO_SANDBOX_SPEED: '0' } });
  return { product, browser: await openBrowser(), client: await logIn(product) };
}

/** Closes the browser, stops the product and deletes its folder. Does nothing when the start failed. */
export async function endHeld(held: Held | undefined): Promise<void> {
  await held?.browser.close();
  await held?.product.stop();
  if (held !== undefined) await discardHome(held.product.home);
}

export async function running({ client }: Pick<Held, 'client'>): Promise<readonly BotRow[]> {
  const { body } = await client.call('GET', '/api/bots/my-bots');
  return body as unknown as readonly BotRow[]; // The contract defines the response as a list.
}

/** Stops every bot, also the demo bot, closes the positions, and waits until all bots have ended. */
export async function endBots(held: Pick<Held, 'client'>): Promise<void> {
  for (const bot of await running(held))
    await held.client.call('PATCH', `/api/bots/${String(bot['id'])}/status`, {
      status: 'completed',
      close_position: true,
      is_last: true,
    });
  await waitFor('the bots to end', 60_000, async () => (await running(held)).length === 0);
}

/** Returns the last price as a text with all decimal places. */
export async function lastPrice({ client }: Pick<Held, 'client'>, symbol: string): Promise<string> {
  return String((await client.call('GET', `/api/instruments/${symbol}/ticker`)).body['last']);
}

/**
 * Moves the price to `to`, and then five ticks further. The second move completes the fills, because the sandbox fills one order in four
 * only partly at the first move.
 */
export async function moveMarket(held: Omit<Held, 'browser'>, symbol: string, to: number): Promise<void> {
  const last = await lastPrice(held, symbol);
  const places = last.split('.')[1]?.length ?? 0;
  const beyond = to + (Math.sign(to - Number(last)) * 5) / 10 ** places;
  const response = await fetch(`${exchangeOf(held.product.home).rest}/sandbox/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instId: symbol, prices: [to.toFixed(places), beyond.toFixed(places)] }),
  });
  if (response.status !== 200)
    throw new Error(`The request to move the market returned the status ${response.status}.`);
}
