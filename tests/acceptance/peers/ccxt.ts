// Creates an unmodified ccxt client that is configured only with the addresses of a sandbox.
import ccxt from 'ccxt';
import type { Venue } from '../support/venue.ts';

export type CcxtClient = InstanceType<typeof ccxt.pro.okx>;

/** Returns the client with the venue's keys and loaded markets. */
export async function openCcxt({ keys, sandbox }: Venue): Promise<CcxtClient> {
  const { apiKey, secretKey, passphrase } = keys;
  const client = new ccxt.pro.okx({ apiKey, secret: secretKey, password: passphrase });
  client.urls = { ...client.urls, api: { ...client.urls['api'], rest: sandbox.rest, ws: sandbox.ws } };
  // ccxt opens sockets without TLS only after this call.
  await client.loadHttpProxyAgent();
  await client.loadMarkets();
  return client;
}
