// Calls about passkeys as a browser makes them: with its cookies, and with the answers of an authenticator.
import type { ErrorBody, LoginResponse, PasskeyItem } from '@rondo/contract';
import { passkeyDevice, type PasskeyDevice, type PasskeyUse } from '@rondo/testkit/passkey';
import { freshAddress, signUpFields } from '../_callers.ts';
import type { TestWorld } from '../_world.ts';

export const origin = 'http://localhost';

export interface Received {
  readonly status: number;
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A browser with its cookies. */
export class Browser {
  readonly #world: TestWorld;
  readonly #cookies = new Map<string, string>();
  token = '';
  constructor(world: TestWorld) {
    this.#world = world;
  }

  async call(line: string, payload?: object): Promise<Received> {
    const [method, url] = line.split(' ') as ['GET' | 'POST' | 'DELETE', string]; // two words in every call
    const response = await this.#world.api.inject({
      method,
      url,
      remoteAddress: freshAddress(),
      headers: { host: 'localhost', origin, ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }) },
      cookies: Object.fromEntries(this.#cookies),
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of response.cookies) this.#cookies.set(name, value);
    const body = response.json<Record<string, unknown>>();
    return { status: response.statusCode, code: response.json<Partial<ErrorBody>>().error_code ?? '', body };
  }

  async challenge(): Promise<string> {
    return String((await this.call('POST /api/auth/passkeys/challenge'))['body']['challenge']);
  }

  /** Logs in with a passkey alone. */
  async logIn(device: PasskeyDevice, use: PasskeyUse = {}): Promise<Received> {
    const passkey = device.respond(await this.challenge(), use);
    const received = await this.call('POST /api/auth/passkeys/login', { passkey });
    if (received.status === 200) this.token = (received.body as unknown as LoginResponse).access_token; // the contract of a log-in
    return received;
  }

  /** Takes the token of the session that has replaced the session of this browser. */
  async refresh(): Promise<void> {
    this.token = '';
    const { body } = await this.call('POST /api/auth/refresh');
    this.token = (body as unknown as LoginResponse).access_token; // the contract of a renewal
  }

  /** Creates a passkey. The browser takes its new session. */
  async addPasskey(device: PasskeyDevice, name = 'My phone'): Promise<readonly string[]> {
    const { body: begun } = await this.call('POST /api/auth/passkeys/begin', {});
    const made = await this.call('POST /api/auth/passkeys', { name, ...device.create(String(begun['challenge'])) });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    await this.refresh();
    return made.body['recovery_codes'] as string[]; // the contract of this call
  }

  async passkeys(): Promise<readonly PasskeyItem[]> {
    return (await this.call('GET /api/auth/passkeys')).body['items'] as PasskeyItem[]; // the contract of this call
  }
}

export const password = 'a long sentence';

/** Signs up a person, who logs in with the password. */
export async function personWith(world: TestWorld, name: string) {
  const email = `${name}@rondo.test`;
  const browser = new Browser(world);
  await browser.call('POST /api/auth/register', { email, password, name, ...signUpFields });
  const { body } = await browser.call('POST /api/auth/login', { email, password });
  browser.token = (body as unknown as LoginResponse).access_token; // the contract of a log-in
  return { email, browser, device: passkeyDevice(origin) };
}
