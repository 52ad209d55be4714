// Reads the settings of the connection to NATS: addresses, credentials and TLS.
import { readFile } from 'node:fs/promises';
import {
  credsAuthenticator,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';

/** The settings of NATS. `url` has one or more addresses such as `nats://user:password@host:4222`, separated by commas. */
export interface BusSettings {
  readonly url: string;
  /** A file with an nkey seed, or with the credentials (JWT and seed) of the tool `nsc`. */
  readonly credentialsFile: string | null;
  /** A file with the certificate authority of the servers. When it is null, the authorities of Node are used. */
  readonly caFile: string | null;
}

/** The part of the client's options that follows from the settings. */
export type BusAccess = Pick<NodeConnectionOptions, 'servers' | 'authenticator' | 'tls'>;

/**
 * Returns the options for the client. Throws when a file cannot be read. With `tls://`, the client refuses a server without TLS 1.3. The client compares the name
 * in the certificate with the name in the address, so the address must contain a name and no IP address.
 */
export async function readAccess(settings: BusSettings): Promise<BusAccess> {
  const addresses = settings.url.split(',').map((address) => new URL(address));
  const named = addresses.find(({ username }) => username !== '');
  const isTls = addresses.some(({ protocol }) => protocol === 'tls:');
  const ca = settings.caFile === null ? null : await readText('NATS_CA', settings.caFile);
  const minVersion = 'TLSv1.3';
  const tls = { rejectUnauthorized: true, minVersion, ...(ca === null ? {} : { ca }) };
  return {
    servers: addresses.map(({ host }) => host),
    ...(await authenticatorOf(settings, named)),
    ...(isTls || ca !== null ? { tls } : {}),
  };
}

async function authenticatorOf(
  { credentialsFile }: BusSettings,
  named: URL | undefined,
): Promise<Pick<BusAccess, 'authenticator'>> {
  if (credentialsFile !== null) {
    const text = await readText('NATS_CREDENTIALS', credentialsFile);
    const bytes = new TextEncoder().encode(text.trim());
    return { authenticator: text.includes('-----BEGIN') ? credsAuthenticator(bytes) : nkeyAuthenticator(bytes) };
  }
  if (named === undefined) return {};
  const [user, password] = [decodeURIComponent(named.username), decodeURIComponent(named.password)];
  return { authenticator: usernamePasswordAuthenticator(user, password) };
}

async function readText(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`The file of ${setting} cannot be read: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}
