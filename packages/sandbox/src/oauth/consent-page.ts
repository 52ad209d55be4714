// The consent page for a person in a browser: the person chooses an account and allows or denies the access. The page is plain HTML without scripts.
import type { Raw } from '../wire/envelope.ts';
import { openAccount } from '../accounts/open-account.ts';
import { text } from '../wire/envelope.ts';
import { fastApiScope, grantConsent, readConsent, type Consent } from './oauth-grants.ts';
import type { World } from '../state/world.ts';

/** The response to a browser. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const fields = ['response_type', 'access_type', 'client_id', 'redirect_uri', 'scope', 'state'] as const;

/**
 * The new accounts that a person can choose on the page. Each unusual account causes a finding of the preflight check, so a person can test every finding.
 */
const freshAccounts = [
  { value: 'new', label: 'A new account with 10,000 USDT', wanted: {} },
  { value: 'new-hedge', label: 'A new account in hedge mode', wanted: { posMode: 'long_short_mode' } },
  { value: 'new-spot', label: 'A new account in spot mode (cannot trade swaps)', wanted: { acctLv: '1' } },
  { value: 'new-portfolio', label: 'A new account with portfolio margin', wanted: { acctLv: '4' } },
  { value: 'new-lead', label: 'A new copy-trading lead account', wanted: { roleType: '1' } },
  { value: 'new-demo', label: 'A new account for demo trading', wanted: { environment: 'demo' } },
] as const;

/** GET /account/oauth: returns the consent page. When a parameter is wrong, the page shows the error and does not redirect. */
export function consentPage(world: World, query: Raw): PageResponse {
  const read = readConsent(world, query);
  if (!read.ok)
    return page(400, 'This request cannot be answered', `<p role="alert">${read.code}: ${escape(read.msg)}</p>`);
  const { consent } = read;
  const hidden = fields.map((name) => `<input type="hidden" name="${name}" value="${escape(text(query, name))}">`);
  const known = [...world.ledgers.values()].map(({ account }) =>
    option(account.accountId, `${account.label} (${account.accountId})`),
  );
  const fresh = freshAccounts.map(({ value, label }) => option(value, label));
  return page(
    200,
    `${escape(consent.client.name)} asks for your consent`,
    `<p>It wants to ${permissions(consent)}. It can never withdraw.</p>
<form method="post" action="/account/oauth/decision">
${hidden.join('\n')}
<label for="account">Account</label>
<select id="account" name="account">${[...known, ...fresh].join('')}</select>
<div class="row"><button name="decision" value="allow">Allow</button><button name="decision" value="deny" class="plain">Deny</button></div>
</form>`,
  );
}

/** POST /account/oauth/decision: redirects to the program with a code or with the denial. `origin` is the origin of the exchange. */
export function decideConsent(world: World, form: Raw, origin: string): PageResponse {
  const read = readConsent(world, form);
  if (!read.ok)
    return page(400, 'This request cannot be answered', `<p role="alert">${read.code}: ${escape(read.msg)}</p>`);
  const { consent } = read;
  if (text(form, 'decision') !== 'allow')
    return redirectBack(consent, { error: 'access_denied', state: consent.state });
  const accountId = chosenAccount(world, text(form, 'account'));
  if (accountId === undefined)
    return page(400, 'This account does not exist', '<p role="alert">Choose another one.</p>');
  const { code } = grantConsent(world, consent, accountId);
  return redirectBack(consent, { code, state: consent.state, domain: origin });
}

function chosenAccount(world: World, choice: string): string | undefined {
  if (world.ledgers.has(choice)) return choice;
  const fresh = freshAccounts.find(({ value }) => value === choice);
  return fresh && openAccount(world, fresh.wanted)?.accountId;
}

function redirectBack({ redirectUri }: Consent, parameters: Readonly<Record<string, string>>): PageResponse {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return { status: 302, headers: { location: target.href, 'cache-control': 'no-store' }, text: '' };
}

function permissions({ scope }: Consent): string {
  return scope === fastApiScope
    ? 'make one trading key (Fast API) that reads and trades in your account'
    : 'read your account and trade in it';
}

function option(value: string, label: string): string {
  return `<option value="${escape(value)}">${escape(label)}</option>`;
}

function escape(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function page(status: number, heading: string, body: string): PageResponse {
  const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:Canvas;color:CanvasText}
main{max-width:26rem;padding:1.5rem}h1{font-size:1.3rem}label{display:block;margin:1rem 0 .3rem}select{width:100%;padding:.6rem;font:inherit}
.row{display:flex;gap:.75rem;margin-top:1.25rem}button{flex:1;padding:.7rem;font:inherit;border:1px solid;border-radius:.4rem;background:CanvasText;color:Canvas}
button.plain{background:Canvas;color:CanvasText}small{opacity:.75}`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
    text: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox exchange</title><style>${style}</style></head><body><main><small>Sandbox exchange: simulated money</small><h1>${heading}</h1>${body}</main></body></html>`,
  };
}
