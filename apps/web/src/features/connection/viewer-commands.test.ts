// The viewer's connection: order of calls and the pauses between them.
import { expect, test } from 'vitest';
import { channelOf, connectViewer, subscriptionOf, type ViewerPorts } from './viewer-commands.ts';

const recorder = (refused?: string): { readonly ports: ViewerPorts; readonly events: string[] } => {
  const events: string[] = [];
  const call = async (name: string, input: { readonly body?: unknown }): Promise<unknown> => {
    events.push(`${name} ${JSON.stringify(input.body)}`);
    if (name === refused) throw new Error(`refused ${name}`);
    return {};
  };
  return {
    events,
    ports: {
      // The commands read no answer, so any does.
      call: call as unknown as ViewerPorts['call'],
      wait: async (delayMs) => void events.push(`wait ${delayMs}`),
    },
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

test('a refused connection subscribes to nothing', async () => {
  const { ports, events } = recorder('socketConnect');
  await expect(connectViewer(ports, 'a1', ['account'])).rejects.toThrow('refused socketConnect');
  expect(events).toHaveLength(1);
});

test('a subscription is known by its channel', () => {
  expect(subscriptionOf('balance')).toEqual({ channel: 'balance' });
  expect(channelOf('orders:SPOT')).toBe('orders');
  expect(channelOf('account')).toBe('account');
});
