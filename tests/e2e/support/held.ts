// A product whose market stands still until a test moves it, with a browser and the demo member's client, and the bots in it.
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { logIn, type Client } from './client.ts';
import { exchangeOf } from './exchange-truth.ts';
import { discardHome, startProduct, waitFor, type Product } from './product.ts';

export type Held = { readonly product: Product; readonly browser: Browser; readonly client: Client };

/** A row of the bots' list; its fields are those of the contract, a wrong shape fails what reads them. */
export type BotRow = Readonly<Record<string, unknown>>;

export async function startHeld(environment: Readonly<Record<string, string>> = {}): Promise<Held> {
  const product = await startProduct({ environment: { ...environment, RONDO_SANDBOX_SPEED: '0' } });
  return { product, browser: await openBrowser(), client: await logIn(product) };
}

/** Ends what was started, also when the start failed half-way. */
export async function endHeld(held: Held | undefined): Promise<void> {
  await held?.browser.close();
  await held?.product.stop();
  if (held !== undefined) await discardHome(held.product.home);
}

export async function running({ client }: Pick<Held, 'client'>): Promise<readonly BotRow[]> {
  const { body } = await client.call('GET', '/api/bots/my-bots');
  return body as unknown as readonly BotRow[]; // the contract's answer is a list
}

/** Stops every bot with its position, the demo's own too, and waits until they have ended. */
export async function endBots(held: Pick<Held, 'client'>): Promise<void> {
  for (const bot of await running(held))
    await held.client.call('PATCH', `/api/bots/${String(bot['id'])}/status`, {
      status: 'completed',
      close_position: true,
      is_last: true,
    });
  await waitFor('the bots to end', 60_000, async () => (await running(held)).length === 0);
}

/** The last price as its text, with all its places. */
export async function lastPrice({ client }: Pick<Held, 'client'>, symbol: string): Promise<string> {
  return String((await client.call('GET', `/api/instruments/${symbol}/ticker`)).body['last']);
}

/**
 * The price goes to this one, through every level in between, and five ticks on: one order in four fills in parts on
 * the way, and its rest with the next move.
 */
export async function moveMarket(held: Omit<Held, 'browser'>, symbol: string, to: number): Promise<void> {
  const last = await lastPrice(held, symbol);
  const places = last.split('.')[1]?.length ?? 0;
  const beyond = to + (Math.sign(to - Number(last)) * 5) / 10 ** places;
  const answer = await fetch(`${exchangeOf(held.product.home).rest}/sandbox/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instId: symbol, prices: [to.toFixed(places), beyond.toFixed(places)] }),
  });
  if (answer.status !== 200) throw new Error(`the market answered ${answer.status}`);
}
