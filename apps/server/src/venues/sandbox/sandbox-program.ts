// Registers this server with the sandbox as an OAuth client. With the real exchange, a person does this once by hand.

/** The source addresses from which the keys of the sandbox may be used. The settings may contain several addresses of the loopback network. */
export const sandboxKeyAddresses = ['127.0.0.1', '::1', '127.0.0.2', '127.0.0.3', '127.0.0.4'] as const;

/** Returns the client id and the client secret for the sandbox. The secret is the key in hex, and empty on a node that does not have the key. */
export function sandboxProgram(key: Uint8Array | null): { readonly clientId: string; readonly clientSecret: string } {
  return { clientId: 'rondo', clientSecret: Buffer.from(key ?? []).toString('hex') };
}

/** The registration of this server at the exchange. */
export function registrationOf(
  program: { readonly clientId: string; readonly clientSecret: string },
  redirectUris: readonly string[],
) {
  return { ...program, name: 'Rondo', redirectUris, keyIps: sandboxKeyAddresses };
}

/** Registers the program, its return addresses and the addresses of bound keys with the sandbox. Throws when the sandbox refuses the registration. */
export async function registerWithSandbox(
  restOrigin: string,
  program: { readonly clientId: string; readonly clientSecret: string },
  redirectUris: readonly string[],
): Promise<void> {
  const response = await fetch(`${restOrigin}/sandbox/oauth/clients`, {
    method: 'POST',
    body: JSON.stringify(registrationOf(program, redirectUris)),
  });
  if (!response.ok) throw new Error(`The sandbox refused the registration with the HTTP status ${response.status}.`);
}
