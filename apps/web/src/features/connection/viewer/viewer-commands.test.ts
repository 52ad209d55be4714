// The viewer's connection: order of calls and the pauses between them.
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/calls/api-error.ts';
import { channelOf, connectViewer, subscribeViewer, subscriptionOf, type ViewerPorts } from './viewer-commands.ts';

/** Calls that fail with these codes, one after the other, and then work. */
const recorder = (failures: Readonly<Record<string, readonly string[]>> = {}) => {
  const events: string[] = [];
  const asked = new Map<string, number>();
  const call = async (name: string, input: { readonly body?: unknown }): Promise<unknown> => {
    events.push(`${name} ${JSON.stringify(input.body)}`);
    const times = asked.get(name) ?? 0;
    asked.set(name, times + 1);
    const code = failures[name]?.[times];
    if (code !== undefined) throw new ApiError({ status: 409, code });
    return {};
  };
  return {
    events,
    ports: {
      // The commands read no answer, so any does.
      call: call as unknown as ViewerPorts['call'],
      wait: async (delayMs: number) => void events.push(`wait ${delayMs}`),
    } satisfies ViewerPorts,
  };
};

test('the first subscription comes a second after connecting, the next ones half a second apart', async () => {
  const { ports, events } = recorder();
  await connectViewer(ports, 'a1', ['account', 'orders', 'positions']);
  expect(events).toEqual([
    'socketConnect {"account_id":"a1"}',
    'wait 1000',
    'socketSubscribe {"channel":"account"}',
    'wait 500',
    'socketSubscribe {"channel":"orders","inst_type":"SPOT"}',
    'wait 500',
    'socketSubscribe {"channel":"positions","inst_type":"SWAP"}',
  ]);
});

const connectCall = 'socketConnect {"account_id":"a1"}';
const always = (code: string): readonly string[] => Array.from({ length: 20 }, () => code);

test('a connection that fails is tried five times more, at the times of the specification', async () => {
  const { ports, events } = recorder({ socketConnect: always('WS_CONNECTION_FAILED') });
  await expect(connectViewer(ports, 'a1', ['account'])).rejects.toMatchObject({ code: 'WS_CONNECTION_FAILED' });
  const pauses = [2_000, 4_000, 8_000, 16_000, 30_000];
  expect(events).toEqual([connectCall, ...pauses.flatMap((pause) => [`wait ${pause}`, connectCall])]);
});

test('a refused log-in renews the token before each of its three retries', async () => {
  const { ports, events } = recorder({ socketConnect: always('WS_AUTH_FAILED'), oauthRefresh: always('NOT_FOUND') });
  await expect(connectViewer(ports, 'a1', ['account'])).rejects.toMatchObject({ code: 'WS_AUTH_FAILED' });
  expect(events.filter((event) => event.startsWith('wait'))).toEqual(['wait 2000', 'wait 4000', 'wait 8000']);
  expect(events[1]).toBe('oauthRefresh {"account_id":"a1"}');
});

test('a subscription that the exchange does not take is tried three times more', async () => {
  const { ports, events } = recorder({ socketSubscribe: always('WS_SUBSCRIPTION_FAILED') });
  await expect(subscribeViewer(ports, 'account')).rejects.toMatchObject({ code: 'WS_SUBSCRIPTION_FAILED' });
  expect(events.filter((event) => event.startsWith('wait'))).toEqual(['wait 1000', 'wait 2000', 'wait 4000']);
});

test('a connection whose answer was lost is found open at the retry', async () => {
  const { ports, events } = recorder({ socketConnect: ['NETWORK_ERROR', 'WS_ALREADY_CONNECTED'] });
  await connectViewer(ports, 'a1', ['account']);
  expect(events.slice(0, 4)).toEqual([connectCall, 'wait 3000', connectCall, 'wait 1000']);
});

test('a connection that is open already, or an account that is not linked, is told at once', async () => {
  for (const code of ['WS_ALREADY_CONNECTED', 'EXCHANGE_NOT_LINKED']) {
    const { ports, events } = recorder({ socketConnect: always(code) });
    await expect(connectViewer(ports, 'a1', ['account'])).rejects.toMatchObject({ code });
    expect(events).toEqual([connectCall]);
  }
});

test('a subscription is known by its channel', () => {
  expect(subscriptionOf('balance')).toEqual({ channel: 'balance' });
  expect(channelOf('orders:SPOT')).toBe('orders');
  expect(channelOf('account')).toBe('account');
});
