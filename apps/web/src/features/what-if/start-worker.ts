// Starts the what-if worker. The content security policy refuses a text as the address of a script, so the address is a trusted value (reliability 5.3 item 22).

/** The address of the built worker. */
const [workerAddress = ''] = Object.values(
  import.meta.glob<string>('./what-if-worker.ts', { query: '?worker&url', import: 'default', eager: true }),
);

/** The address is declared as a text, because the types of TypeScript do not contain Trusted Types. `Worker` accepts the trusted value. */
interface AddressRules {
  createScriptURL(address: string): string;
}

/** The global of the browser. Some browsers do not have it. */
declare const trustedTypes: { createPolicy(name: string, rules: AddressRules): AddressRules } | undefined;

const rules: AddressRules = {
  createScriptURL: (address) => {
    if (address !== workerAddress) throw new TypeError('The address is not the address of the worker.');
    return address;
  },
};

/** The only policy of the web app. The content security policy allows its name once, so no other script can create a policy. */
const policy = typeof trustedTypes === 'undefined' ? rules : trustedTypes.createPolicy('rondo', rules);

/** Starts a worker that simulates what-ifs. */
export const startWorker = (): Worker => new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
