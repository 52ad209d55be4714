// Checks the address of a database (check 61).

/** The settings that decide about an address: whether the operator allows a database without TLS, and the host of an address that has none (PGHOST). */
export interface AddressRules {
  readonly isInsecureAllowed: boolean;
  readonly defaultHost: string | undefined;
}

/** Returns why no program may connect to the database at this address, or null. `name` is the setting or the option that has the address. */
export function addressProblem(name: string, address: string, rules: AddressRules): string | null {
  if (rules.isInsecureAllowed || !isRemoteWithoutTls(address, rules.defaultHost)) return null;
  return (
    `${name} names another machine without TLS. Add ?sslmode=verify-full, so that the connection is encrypted and the ` +
    'certificate is checked, or set RONDO_INSECURE_DATABASE=1 if this network is yours alone.'
  );
}

// Returns whether a connection leaves this machine without a checked certificate. A host that is a folder has a socket of this machine.
function isRemoteWithoutTls(address: string, defaultHost: string | undefined): boolean {
  if (!URL.canParse(address)) return false; // The driver refuses the address with an error of its own.
  const { hostname, searchParams } = new URL(address);
  const given = searchParams.get('host') ?? '';
  // The driver connects to the default host when the address has neither a host nor a folder.
  const host = hostname === '' && !given.startsWith('/') ? (defaultHost ?? '') : hostname;
  const hosts = [host, given].filter((each) => each !== '' && !each.startsWith('/'));
  const isHere = hosts.every((each) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(each));
  return !isHere && searchParams.get('sslmode') !== 'verify-full';
}
