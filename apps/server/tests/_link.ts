// Links an account as a browser does: it requests the address of the consent page, registers the state, submits the page and calls back with the code.
import type { CallbackResponse } from '@rondo/contract';
import { until, type TestWorld } from './_world.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface CallerResponse {
  readonly status: number;
  readonly body: Json;
}

/** Calls our API as the member. The text of every response is added to `heard`. */
export class Caller {
  readonly heard: string[] = [];
  readonly world: TestWorld;
  constructor(world: TestWorld) {
    this.world = world;
  }

  async call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: unknown,
  ): Promise<CallerResponse> {
    return this.#send({ method, url, payload, headers: {} });
  }

  /** Sends the request that creates a bot. */
  start(request: unknown, idempotencyKey: string): Promise<CallerResponse> {
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#send({ method: 'POST', url: '/api/bots', payload: request, headers });
  }

  async #send(asked: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly url: string;
    readonly payload: unknown;
    readonly headers: Readonly<Record<string, string>>;
  }): Promise<CallerResponse> {
    const authorization = `Bearer ${await this.world.token('member')}`;
    const hasBody = asked.payload !== undefined;
    const response = await this.world.api.inject({
      method: asked.method,
      url: asked.url,
      headers: {
        authorization,
        host: 'localhost',
        ...asked.headers,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { payload: JSON.stringify(asked.payload) } : {}),
    });
    this.heard.push(response.body);
    return { status: response.statusCode, body: response.json<Json>() };
  }

  /** Begins a link. Returns the address of the consent page and the registered state. */
  async begin(
    kind: 'oauth' | 'fast_api',
    accountId?: string,
  ): Promise<{ readonly url: string; readonly state: string }> {
    const path = kind === 'oauth' ? '/api/okx/oauth/auth' : '/api/okx/oauth/fast-api/auth';
    const { body } = await this.call('GET', accountId === undefined ? path : `${path}?account_id=${accountId}`);
    const state = String(body['state']);
    await this.call('POST', '/api/okx/oauth/state/register', { state });
    return { url: String(body['auth_url']), state };
  }

  callback(kind: 'oauth' | 'fast_api', query: URLSearchParams | Record<string, string>): Promise<CallerResponse> {
    const path = kind === 'oauth' ? '/api/okx/oauth/callback' : '/api/okx/oauth/fast-api/callback';
    return this.call('GET', `${path}?${new URLSearchParams(query)}`);
  }

  /** Completes a consent: chooses this account on the consent page of the exchange and calls back with the code. */
  async consent(kind: 'oauth' | 'fast_api', choice: string, accountId?: string): Promise<CallbackResponse> {
    const { url } = await this.begin(kind, accountId);
    const back = await decide(url, { account: choice });
    const response = await this.callback(kind, back.searchParams);
    if (response.status !== 200) throw new Error(`The consent failed: ${JSON.stringify(response.body)}`);
    return response.body as unknown as CallbackResponse; // a 200 of this route has the contract's shape
  }

  createKey(accountId: string, changes: Json = {}): Promise<CallerResponse> {
    return this.call('POST', '/api/okx/oauth/fast-api/create-key', {
      account_id: accountId,
      label: 'Rondo test',
      perm: 'trade',
      bind_app: true,
      is_demo: false,
      ...changes,
    });
  }

  /** Links an account by consent and creates its key. `choice` is one of the accounts on the consent page, or `new`. */
  async linkAccount(choice = 'new'): Promise<{ readonly accountId: string; readonly uid: string }> {
    const { account_id: accountId } = await this.consent('fast_api', choice);
    const made = await this.createKey(accountId);
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return { accountId, uid: (await this.world.context.store.accounts.find(accountId))?.uid ?? '' };
  }

  /** Sends a control call to the sandbox: an action of a user of the exchange, an action of the exchange itself, or a planned fault. */
  async order(name: string, body: Json): Promise<void> {
    await this.orderFor(name, body);
  }

  /** Sends a control call like `order`, and returns the response. */
  async orderFor(name: string, body: Json): Promise<Json> {
    const response = await fetch(`${this.world.exchangeOrigin}/sandbox/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    return (await response.json()) as Json; // the sandbox responds with objects
  }

  /** Waits until every planned fault has been used. Then the request with the fault has reached the exchange. */
  async faultsMet(): Promise<void> {
    const state = async () => (await fetch(`${this.world.exchangeOrigin}/sandbox/state`)).json() as Promise<Json>;
    await until(async () => (await state())['faults'] === 0, 'the exchange has used every planned fault');
  }
}

/** Opens the consent page and submits its form with a choice. Returns the address to which the browser is redirected. */
export async function decide(url: string, choice: Readonly<Record<string, string>>): Promise<URL> {
  const page = await (await fetch(url)).text();
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const form = new URLSearchParams(
    hidden.map(([, name = '', value = '']): [string, string] => [name, unescape(value)]),
  );
  for (const [name, value] of Object.entries({ decision: 'allow', ...choice })) form.set(name, value);
  const response = await fetch(`${new URL(url).origin}/account/oauth/decision`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  return new URL(response.headers.get('location') ?? 'about:blank');
}

function unescape(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
