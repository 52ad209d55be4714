// Connecting and subscribing as a viewer, in the order and with the pauses of the specification, section 9.
import type { ViewerChannel } from '@rondo/contract';
import { viewerInstTypes } from '@rondo/contract';
import type { ApiClient } from '../../api/client.ts';
import { intervals } from '../../api/intervals.ts';

/** What the commands need: the API and a clock that waits. */
export type ViewerPorts = {
  readonly call: ApiClient['call'];
  readonly wait: (delayMs: number) => Promise<void>;
};

/** The body of a subscription: orders and positions name the type of instrument that they watch. */
export const subscriptionOf = (channel: ViewerChannel) => {
  const instType = viewerInstTypes[channel];
  return instType === null ? { channel } : { channel, inst_type: instType };
};

/** Opens the connection, and after a second subscribes to the channels one by one. Throws the first refused call's error. */
export const connectViewer = async (
  ports: ViewerPorts,
  accountId: string,
  channels: readonly ViewerChannel[],
): Promise<void> => {
  await ports.call('socketConnect', { body: { account_id: accountId } });
  for (const [index, channel] of channels.entries()) {
    // One after the other is the point: the exchange budgets subscriptions.
    await ports.wait(index === 0 ? intervals.firstSubscriptionMs : intervals.nextSubscriptionMs);
    await ports.call('socketSubscribe', { body: subscriptionOf(channel) });
  }
};

/** The channel of a subscription id, which is `channel` or `channel:INSTTYPE`. */
export const channelOf = (subscriptionId: string): string => subscriptionId.split(':')[0] ?? subscriptionId;
