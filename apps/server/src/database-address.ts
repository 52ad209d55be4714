// Checks the address of the database (check 61).

/** Returns whether a connection to the database leaves this machine without a checked certificate. An address with a folder is a socket of this machine. */
export function isRemoteWithoutTls(address: string): boolean {
  if (!URL.canParse(address)) return false; // The driver refuses the address with an error of its own.
  const { hostname, searchParams } = new URL(address);
  const hosts = [hostname, searchParams.get('host') ?? ''].filter((host) => host !== '' && !host.startsWith('/'));
  const isHere = hosts.every((host) => ['localhost', '127.0.0.1', '[::1]'].includes(host));
  return !isHere && searchParams.get('sslmode') !== 'verify-full';
}
