// Opens one network for each configured source address. An address that this machine does not have refuses the start.
import { createServer } from 'node:net';
import { createNodeTransport, type Network, type NodeTransport } from '@rondo/exchange';

/** The network of one source address, with its connections. */
export type OpenNetwork = Network & { readonly transport: NodeTransport };

/**
 * Opens the networks, whose connections go to `destinations` only. Without an address, opens one network whose source address the operating system chooses. Throws an error with a sentence for the operator
 * when this machine does not have an address.
 */
export async function openNetworks(
  addresses: readonly string[],
  destinations: ReadonlySet<string>,
): Promise<readonly [OpenNetwork, ...OpenNetwork[]]> {
  for (const address of addresses) await refuseMissing(address);
  const [first = null, ...others] = addresses;
  const networkOf = (address: string | null): OpenNetwork => ({
    address,
    transport: createNodeTransport(address, destinations),
  });
  return [networkOf(first), ...others.map(networkOf)];
}

/** Rejects when no socket can be bound to the address. A machine may have addresses that no interface lists, such as 127.0.0.2. */
function refuseMissing(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () =>
      reject(
        new Error(
          `RONDO_EGRESS: this machine does not have the address ${address}. Add the address to a network interface, or remove it from RONDO_EGRESS.`,
        ),
      ),
    );
    probe.listen(0, address, () => probe.close(() => resolve()));
  });
}
