// Allows the access of the product to an account on the consent page of the exchange, as a person does in a browser.

/** Submits the consent page with this account. Returns the address to which the exchange redirects the browser. */
export async function allowAtExchange(url: string, account: string): Promise<URL> {
  const page = await (await fetch(url)).text();
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const form = new URLSearchParams(hidden.map(([, name = '', value = '']): [string, string] => [name, plain(value)]));
  form.set('decision', 'allow');
  form.set('account', account);
  const response = await fetch(`${new URL(url).origin}/account/oauth/decision`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`The consent page returned the status ${response.status} without a redirect.`);
  return new URL(location);
}

function plain(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
