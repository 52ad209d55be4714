// Network addresses in the form in which the operating system reports them.

/** Returns an address without the prefix of an IPv4 address in IPv6 form. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

/** Returns whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || plainAddress(address).startsWith('127.');
}
