// Tests of the viewer's connection: the order of its calls, the delays and the retries.
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/calls/api-error.ts';
import { channelOf, connectViewer, subscribeViewer, subscriptionOf, type ViewerPorts } from './viewer-commands.ts';

/** Records calls. The first calls of a route fail with the codes in `failures`, one code per call, and the later calls succeed. */
const recorder = (failures: Readonly<Record<string, readonly string[]>> = {}) => {
  const events: string[] = [];
  const callCounts = new Map<string, number>();
  const call = async (name: string, input: { readonly body?: unknown }): Promise<unknown> => {
    events.push(`${name} ${JSON.stringify(input.body)}`);
    const times = callCounts.get(name) ?? 0;
    callCounts.set(name, times + 1);
    const code = failures[name]?.[times];
    if (code !== undefined) throw new ApiError({ status: 409, code });
    return {};
  };
  return {
    events,
    ports: {
      // The cast is safe, because the commands do not read the response.
      call: call as unknown as ViewerPorts['call'],
      wait: async (delayMs: number) => void events.push(`wait ${delayMs}`),
    } satisfies ViewerPorts,
  };
};

test('the first subscription is sent one second after connecting, and each further subscription half a second after the previous subscription', async () => {
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

test('a failed connection is retried five times with the delays of the specification', async () => {
  const { ports, events } = recorder({ socketConnect: always('WS_CONNECTION_FAILED') });
  await expect(connectViewer(ports, 'a1', ['account'])).rejects.toMatchObject({ code: 'WS_CONNECTION_FAILED' });
  const pauses = [2_000, 4_000, 8_000, 16_000, 30_000];
  expect(events).toEqual([connectCall, ...pauses.flatMap((pause) => [`wait ${pause}`, connectCall])]);
});

test('a rejected log-in is retried three times, and the token is renewed before each retry', async () => {
  const { ports, events } = recorder({ socketConnect: always('WS_AUTH_FAILED'), oauthRefresh: always('NOT_FOUND') });
  await expect(connectViewer(ports, 'a1', ['account'])).rejects.toMatchObject({ code: 'WS_AUTH_FAILED' });
  expect(events.filter((event) => event.startsWith('wait'))).toEqual(['wait 2000', 'wait 4000', 'wait 8000']);
  expect(events[1]).toBe('oauthRefresh {"account_id":"a1"}');
});

test('a rejected subscription is retried three times', async () => {
  const { ports, events } = recorder({ socketSubscribe: always('WS_SUBSCRIPTION_FAILED') });
  await expect(subscribeViewer(ports, 'account')).rejects.toMatchObject({ code: 'WS_SUBSCRIPTION_FAILED' });
  expect(events.filter((event) => event.startsWith('wait'))).toEqual(['wait 1000', 'wait 2000', 'wait 4000']);
});

test('a retry after a lost response succeeds when the connection is already open', async () => {
  const { ports, events } = recorder({ socketConnect: ['NETWORK_ERROR', 'WS_ALREADY_CONNECTED'] });
  await connectViewer(ports, 'a1', ['account']);
  expect(events.slice(0, 4)).toEqual([connectCall, 'wait 3000', connectCall, 'wait 1000']);
});

test('a first attempt fails without a retry when the connection is already open or the account is not linked', async () => {
  for (const code of ['WS_ALREADY_CONNECTED', 'EXCHANGE_NOT_LINKED']) {
    const { ports, events } = recorder({ socketConnect: always(code) });
    await expect(connectViewer(ports, 'a1', ['account'])).rejects.toMatchObject({ code });
    expect(events).toEqual([connectCall]);
  }
});

test('`subscriptionOf` returns the body for a channel, and `channelOf` returns the channel of a subscription id', () => {
  expect(subscriptionOf('balance')).toEqual({ channel: 'balance' });
  expect(channelOf('orders:SPOT')).toBe('orders');
  expect(channelOf('account')).toBe('account');
});
