// Registers this server with the sandbox as an OAuth client. With the real exchange, a person does this once by hand.
import { createHmac } from 'node:crypto';

/** Returns the client id and the client secret for the sandbox. The secret is derived from the master key. */
export function sandboxProgram(masterKey: Uint8Array): { readonly clientId: string; readonly clientSecret: string } {
  const clientSecret = createHmac('sha256', masterKey).update('sandbox client secret').digest('hex');
  return { clientId: 'rondo', clientSecret };
}

/** The registration of this server at the exchange. */
export function registrationOf(
  program: { readonly clientId: string; readonly clientSecret: string },
  redirectUris: readonly string[],
) {
  return { ...program, name: 'Rondo', redirectUris, keyIps: ['127.0.0.1', '::1'] };
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
