// Tests with real sockets that the requests and the sockets of an account use its source address.
import { afterEach, expect, test } from 'vitest';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { createEgress, createNodeTransport, createOkxExchange, createOkxPublic, localSigner } from '../src/index.ts';
import { fastClock, until } from './exchange-harness.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const addresses = ['127.0.0.2', '127.0.0.3'] as const;
const log = { write: () => undefined };

/** Starts a sandbox with one account for each address. The key of an account is bound to its address. */
async function openWorld() {
  const sandbox = await runSandbox({
    seed: 7,
    hold: true,
    limitsHandshakes: true,
    accounts: addresses.map((ip) => ({ label: ip, ip })),
  });
  closers.push(() => sandbox.close());
  const networks = addresses.map((address) => ({ address, transport: createNodeTransport(address) }));
  const [first, ...others] = networks;
  if (first === undefined) throw new Error('The test has no address.');
  for (const { transport } of networks) closers.push(() => transport.close());
  const egress = createEgress([first, ...others], fastClock);
  const common = { restOrigin: sandbox.rest, wsBase: sandbox.ws, clock: fastClock, chance: { next: () => 0 }, log };
  const market = createOkxPublic({ ...common, ...egress.first, environment: 'sandbox' });
  closers.push(() => market.close());
  const exchangeWith = (address: string) => {
    const credentials = sandbox.accounts[addresses.findIndex((each) => each === address)];
    if (credentials === undefined) throw new Error(`No account has the address ${address}.`);
    const { transport, addressBudget } = egress.linesFor(address, address)[0];
    const client = {
      ...common,
      transport,
      addressBudget,
      market,
      signer: localSigner(credentials),
      brokerTag: '',
      environment: 'sandbox',
    } as const;
    return createOkxExchange(client);
  };
  return { sandbox, exchangeWith };
}

async function handshakesOf(sandbox: RunningSandbox): Promise<Record<string, { readonly made: number }>> {
  const response = await fetch(`${sandbox.rest}/sandbox/state`);
  const state = (await response.json()) as { readonly handshakes: Record<string, { readonly made: number }> };
  return state.handshakes;
}

test('the sandbox accepts a key that is bound to the address of its account, and counts the handshake of this address', async () => {
  const { sandbox, exchangeWith } = await openWorld();
  const connected: string[] = [];
  for (const address of addresses) {
    const exchange = exchangeWith(address);
    expect(await exchange.settings()).toMatchObject({ ok: true, settings: { addresses: [address] } });
    const hear = ({ kind }: { readonly kind: string }): void => void (kind === 'connected' && connected.push(address));
    const stream = exchange.listen(hear, [], { isManaged: false, triggers: false, prices: false });
    closers.push(() => stream.close());
  }
  await until(() => connected.length === addresses.length);
  expect(connected.toSorted()).toEqual([...addresses]);
  expect(await handshakesOf(sandbox)).toMatchObject({ '127.0.0.2': { made: 1 }, '127.0.0.3': { made: 1 } });
});
