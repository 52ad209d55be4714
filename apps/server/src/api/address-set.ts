// A set of IP addresses and networks from the settings.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export interface AddressSet {
  /** Returns false for a text that is not an IP address. */
  has(address: string): boolean;
}

/** Creates the set. `loopback` stands for the addresses of this machine. */
export function createAddressSet(entries: readonly string[]): AddressSet {
  const list = new BlockList();
  for (const entry of entries.flatMap((each) => (each === 'loopback' ? ['127.0.0.0/8', '::1'] : [each]))) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return {
    // A socket that accepts both families has the IPv4 addresses of its callers in the form ::ffff:10.0.0.2. `BlockList` compares this form with IPv4 entries.
    has: (address) => (isIPv4(address) && list.check(address)) || (isIPv6(address) && list.check(address, 'ipv6')),
  };
}
