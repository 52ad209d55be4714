// A signer in the process of a test, with the core and the messages of the real signer.
import type { Clock } from '@rondo/engine/ports';
import { wallClock } from '../src/async/wall-clock.ts';
import type { ServerConfig } from '../src/env.ts';
import { keyOptionsOf } from '../src/signer/open-signer.ts';
import { createKeyOpenings } from '../src/signer/key-openings.ts';
import { createSignerCore } from '../src/signer/signer-core.ts';
import { signerLimits } from '../src/signer/signer-limits.ts';
import type { SignerLine, SignerListener } from '../src/signer/signer-line.ts';
import { signerReplySchema, type SignerRequest } from '../src/signer/signer-messages.ts';

/** The settings of a test server: its signer has the master key, and the server cannot read it. */
export const withoutKey = { masterKeyText: null, masterKeyCommand: ['/nonexistent/the-server-reads-no-key'] };

const openings = { accountsAtOnce: signerLimits.accountsAtOnce, countsMs: signerLimits.countsMs };

/** Returns the connection to a new signer. Its messages are copied as by a connection between processes. `clock` is the clock of its machine. */
export function localSignerLine(
  config: Parameters<typeof keyOptionsOf>[0] & Partial<ServerConfig>,
  clock: Pick<Clock, 'now'> = wallClock,
): SignerLine {
  let listener: SignerListener = { reply: () => undefined, up: () => undefined };
  const core = createSignerCore({
    now: () => performance.now(),
    // A test may set its clock back. The signer then has the clock of the machine, as the exchange has.
    wallNow: () => Math.max(wallClock.now(), clock.now()),
    openingsOf: (accountsAtOnce) => createKeyOpenings(accountsAtOnce, () => performance.now()),
    report: () => undefined,
    begun: () => undefined,
    countsWanted: () => undefined,
    alarm: (use) => listener.reply(signerReplySchema.parse({ kind: 'honey', id: 0, ...use })),
  });
  const begun = core.replyTo({
    kind: 'begin',
    id: 0,
    key: keyOptionsOf(config),
    mayCreate: false,
    openings,
    signs: 'everything',
  });
  const pass = async (message: SignerRequest): Promise<void> => {
    await begun;
    const reply = await core.replyTo(JSON.parse(JSON.stringify(message)));
    if (reply !== null) listener.reply(signerReplySchema.parse(JSON.parse(JSON.stringify(reply))));
  };
  return {
    send: (message) => void pass(message),
    listen: (next) => (listener = next),
    isUp: () => true,
    restarts: () => 0,
    stop: async () => undefined,
  };
}
