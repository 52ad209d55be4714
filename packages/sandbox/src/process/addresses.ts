// Network addresses as the system tells them.

/** An address without the prefix of version 4 inside version 6. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return address === '::1' || plainAddress(address).startsWith('127.');
}
