// The network of an address. One customer of a provider has a whole network, so budgets count the network and not only the address.
import { isIPv4, isIPv6 } from 'node:net';

/** Returns the first 24 bits of an IPv4 address or the first 64 bits of an IPv6 address, and the text itself when the text is no IP address. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? '';
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (mapped) return networkOf(plainOf(groups));
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns the part of an address that one subscriber has at least: an IPv4 address itself, and the first 64 bits of an IPv6 address. */
export function subscriberOf(address: string): string {
  const network = networkOf(address);
  if (!network.endsWith('/24')) return network;
  const plain = address.split('%')[0] ?? '';
  return isIPv4(plain) ? plain : plainOf(groupsOf(plain));
}

/** Returns the IPv4 address in the last two groups of an IPv6 address. */
function plainOf(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const before = partsOf(head);
  if (tail === undefined) return before;
  const after = partsOf(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function partsOf(text: string): readonly number[] {
  return text.split(':').flatMap((part) => {
    if (part === '') return [];
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
