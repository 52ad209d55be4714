// Opens the viewer's connection and subscribes to its channels, with the order, the delays and the retries of specification 9.
import type { ViewerChannel } from '@rondo/contract';
import { viewerInstTypes } from '@rondo/contract';
import { ApiError } from '../../../api/calls/api-error.ts';
import type { ApiClient } from '../../../api/calls/client.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import { recovering } from '../../../api/calls/recovering.ts';

/** The functions that the commands need: API calls and a delay. */
export type ViewerPorts = {
  readonly call: ApiClient['call'];
  readonly wait: (delayMs: number) => Promise<void>;
};

/** Returns the body of a subscription. The channels of orders and positions need an instrument type. */
export const subscriptionOf = (channel: ViewerChannel) => {
  const instType = viewerInstTypes[channel];
  return instType === null ? { channel } : { channel, inst_type: instType };
};

const isRefusal = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

// Specification 8: after a rejected log-in the token is renewed before the retry. A failed renewal is ignored, because an account may have no token.
const connect = async ({ call }: ViewerPorts, accountId: string, retry: number): Promise<void> => {
  try {
    await call('socketConnect', { body: { account_id: accountId } });
  } catch (error) {
    // An earlier attempt has opened the connection, but the response of this attempt was lost.
    if (retry > 0 && isRefusal(error, 'WS_ALREADY_CONNECTED')) return;
    if (isRefusal(error, 'WS_AUTH_FAILED'))
      await call('oauthRefresh', { body: { account_id: accountId } }).catch(() => undefined);
    throw error;
  }
};

/** Subscribes to one channel. Retries when the exchange rejects the subscription. */
export const subscribeViewer = async (ports: ViewerPorts, channel: ViewerChannel): Promise<void> => {
  await recovering(() => ports.call('socketSubscribe', { body: subscriptionOf(channel) }), ports.wait);
};

/** Opens the connection and subscribes to the channels one by one. Throws when a call fails after its retries. */
export const connectViewer = async (
  ports: ViewerPorts,
  accountId: string,
  channels: readonly ViewerChannel[],
): Promise<void> => {
  await recovering((retry) => connect(ports, accountId, retry), ports.wait);
  for (const [index, channel] of channels.entries()) {
    // Subscriptions are sent one after the other, because the exchange limits their rate.
    await ports.wait(index === 0 ? intervals.firstSubscriptionMs : intervals.nextSubscriptionMs);
    await subscribeViewer(ports, channel);
  }
};

/** Returns the channel of a subscription id, which is `channel` or `channel:INSTTYPE`. */
export const channelOf = (subscriptionId: string): string => subscriptionId.split(':')[0] ?? subscriptionId;
