// The configuration of the server of NATS that this product needs.
import { maxMessageBytes, maxPendingBytes, writeDeadlineMs } from './limits.ts';

/** Returns the text of a configuration file for `nats-server`. `listen` is an address with a port, and the port -1 is any free port. */
export function natsServerConfig({ listen }: { readonly listen: string }): string {
  return [
    `listen: "${listen}"`,
    `max_payload: ${maxMessageBytes}`,
    '# A stopped subscriber must not delay the others, so the server disconnects it soon.',
    `max_pending: ${maxPendingBytes}`,
    `write_deadline: "${writeDeadlineMs}ms"`,
    'ping_interval: "5s"',
    'ping_max: 2',
    '',
  ].join('\n');
}
