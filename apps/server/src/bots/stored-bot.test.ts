// Tests the parts of a bot whose stored texts cannot all be parsed.
import { encode, encodeState, newBot } from '@rondo/strategy';
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { readStoredBot, UnreadableBot, type StoredBot } from './stored-bot.ts';

const config = botConfig({ martinSteps: 7 });
const planSummary = JSON.stringify({ entryType: 'market' });
const state = JSON.stringify(encodeState(newBot(config)));
const view = {
  botId: 'bot',
  status: 'active' as const,
  phase: 'running' as const,
  endReason: null,
  round: 1,
  cycles: 0,
  currentStep: 1,
  isLast: false,
  heldBy: '',
  skippedSlots: '',
  entryPrice: null,
  positionSize: '0',
  realisedPnl: '0',
  eventPosition: 0,
  updatedAt: 0,
  endedAt: null,
};

const read = (texts: { readonly config?: string; readonly state?: string; readonly planSummary?: string }): StoredBot =>
  readStoredBot({
    config: texts.config ?? JSON.stringify(encode(config)),
    planSummary: texts.planSummary ?? planSummary,
    view: { ...view, state: texts.state ?? state },
  });

test.each(['{', '{"x":1}', 'null'])(
  'a bot with the stored configuration %s has the configuration of its state',
  (text) => {
    const stored = read({ config: text });
    expect([stored.config.martinSteps, stored.firstRules]).toEqual([7, config.instrument]);
  },
);

test.each(['{', '{"version":0,"state":{}}', '{}'])(
  'a bot with the stored state %s has no state and the configuration of its creation',
  (text) => {
    const stored = read({ state: text });
    expect([stored.state, stored.config.martinSteps]).toEqual([null, 7]);
  },
);

test('a bot is unreadable when neither its configuration nor its state can be parsed, or when its plan cannot be parsed', () => {
  expect(() => read({ config: '{', state: '{' })).toThrow(UnreadableBot);
  expect(() => read({ planSummary: '{' })).toThrow(UnreadableBot);
});
