// Known bugs about holds (strategy 8.6). Each bug wraps one port of the engine.
import { decodeEvent, encodeEvent } from '@rondo/strategy';
import type { Defect } from './defects.ts';
import { trading } from './fact-defects.ts';

const second = 1_000;

/** The bugs about holds. */
export const holdDefects: readonly Defect[] = [
  {
    name: 'H1',
    story: 'a restart forgets the holds of a bot',
    caughtBy: ['I33'],
    swarm: { ...trading, killMs: 10 * second, stopAfterMs: null },
    journal: (real) => ({
      ...real,
      load: async (accountId, options) => {
        const loaded = await real.load(accountId, options);
        return { ...loaded, bots: loaded.bots.map((bot) => ({ ...bot, checkpoint: null, events: [] })) };
      },
      readEvents: async (botId, range) =>
        (await real.readEvents(botId, range)).map((row) => ({ ...row, body: withoutHold(row.body) })),
    }),
  },
];

function withoutHold(body: string): string {
  const event = decodeEvent(JSON.parse(body));
  return event.kind === 'hold' ? JSON.stringify(encodeEvent({ kind: 'release', by: event.by })) : body;
}
