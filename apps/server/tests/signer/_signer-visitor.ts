// A program that stands for a server: it uses the signer of a socket, and then reads what a server must not read. The test starts it with another user than the one of the signer.
import { readFileSync } from 'node:fs';
import type { Log } from '@rondo/engine/ports';
import { secretOf, type SealedKey } from '@rondo/store';
import { steadyClock } from '../../src/async/wall-clock.ts';
import { createAccountKeys } from '../../src/signer/account-keys.ts';
import { createSignerClient } from '../../src/signer/signer-client.ts';
import { startSignerProcess } from '../../src/signer/signer-process.ts';

const [, , socket = '', forbidden = '', order = ''] = process.argv;
const log: Log = { write: () => undefined };
// The command is another source of the key: the signer must not take it.
const key = { kind: 'master' as const, value: undefined, command: ['/bin/false'], file: '/none', forbiddenFolders: [] };
const openings = { accountsAtOnce: 20, countsMs: 60_000 };
const options = { key, mayCreate: true, openings, signs: 'everything' as const, socket, environment: {}, log };
const signer = await startSignerProcess(options);
const texts = { apiKey: secretOf('the-key'), secretKey: secretOf('the-secret'), passphrase: secretOf('the-phrase') };
const stored = new Map<string, SealedKey>();
const keys = createAccountKeys({
  accounts: {
    async sealedKey(accountId) {
      const found = stored.get(accountId);
      if (found === undefined) throw new Error('the account has no key');
      return { accountId, ...found, rotation: null };
    },
    rotation: async () => null,
  },
  keyCalls: { signersKey: () => Promise.reject(new Error('no other node has calls')) },
  client: createSignerClient(signer, steadyClock),
  onRefusal: () => undefined,
});
const { sealed } = await keys.seal('ada', texts);
stored.set('ada', sealed);
const { signer: signing } = await keys.open('ada');
const signed = await signing.signRequest(JSON.parse(order));
const refused = forbidden.split(',').map((file) => {
  try {
    readFileSync(file);
    return 'read';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : 'failed';
  }
});
await signer.stop();
process.stdout.write(JSON.stringify({ signed, refused }));
