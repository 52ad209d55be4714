// Connecting and subscribing as a viewer, in the order, with the pauses and the retries of specification 9.
import type { ViewerChannel } from '@rondo/contract';
import { viewerInstTypes } from '@rondo/contract';
import { ApiError } from '../../../api/calls/api-error.ts';
import type { ApiClient } from '../../../api/calls/client.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import { recovering } from '../../../api/calls/recovering.ts';

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

const isRefusal = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

// Specification 8: refused at log-in, the token is renewed before it is tried again. An account may have none.
const connect = async ({ call }: ViewerPorts, accountId: string, retry: number): Promise<void> => {
  try {
    await call('socketConnect', { body: { account_id: accountId } });
  } catch (error) {
    // An attempt whose answer was lost has connected.
    if (retry > 0 && isRefusal(error, 'WS_ALREADY_CONNECTED')) return;
    if (isRefusal(error, 'WS_AUTH_FAILED'))
      await call('oauthRefresh', { body: { account_id: accountId } }).catch(() => undefined);
    throw error;
  }
};

/** Subscribes to one channel, and again at the table's times when the exchange does not take it. */
export const subscribeViewer = async (ports: ViewerPorts, channel: ViewerChannel): Promise<void> => {
  await recovering(() => ports.call('socketSubscribe', { body: subscriptionOf(channel) }), ports.wait);
};

/** Opens the connection, and after a second subscribes to the channels one by one. Throws when a call's retries are spent. */
export const connectViewer = async (
  ports: ViewerPorts,
  accountId: string,
  channels: readonly ViewerChannel[],
): Promise<void> => {
  await recovering((retry) => connect(ports, accountId, retry), ports.wait);
  for (const [index, channel] of channels.entries()) {
    // One after the other is the point: the exchange budgets subscriptions.
    await ports.wait(index === 0 ? intervals.firstSubscriptionMs : intervals.nextSubscriptionMs);
    await subscribeViewer(ports, channel);
  }
};

/** The channel of a subscription id, which is `channel` or `channel:INSTTYPE`. */
export const channelOf = (subscriptionId: string): string => subscriptionId.split(':')[0] ?? subscriptionId;
