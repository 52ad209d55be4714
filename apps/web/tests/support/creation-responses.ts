// The responses of the server around the creation form of a member without bots.
import { fixedInstrument, fixedMargin, fixedStatus } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';

export const creationResponses = {
  instruments: () => ({ items: [fixedInstrument], at: 0 }),
  margin: () => ({ ...fixedMargin, reserved: [], foreign_positions: [] }),
  oauthStatus: () => fixedStatus,
  myBots: () => [],
  ticker: () => ({
    instId: fixedInstrument.instId,
    last: '3412.55',
    bid: '3412.5',
    ask: '3412.6',
    at: Date.now(),
    trading: { state: 'live' as const, ends_at: null },
  }),
} satisfies Responses;
