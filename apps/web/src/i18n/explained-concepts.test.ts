// Tests that each concept of docs/glossary.md ("Words on the screen") has an explanation, and that each explanation is on a screen (findings screens C).
import { expect, test } from 'vitest';
import glossary from '../../../../docs/glossary.md?raw';
import { catalogue } from './en/catalogue.ts';
import { terms } from './en/site/terms.ts';
import type { MessageKey } from './catalogue.ts';

/** The text that explains each concept: a term with a button, or a sentence that the screen always shows beside it. */
const explanations: Readonly<Record<string, MessageKey>> = {
  'long, short': 'term.direction',
  'step of a ladder': 'term.steps',
  'number of steps': 'term.steps',
  'cyclic step': 'term.cyclicSteps',
  're-entry of a cyclic step': 'term.cyclicSteps',
  cycle: 'term.roundsCycles',
  round: 'term.roundsCycles',
  base: 'term.base',
  entry: 'term.entry',
  'take-profit': 'term.takeProfit',
  'take-profit of the base': 'term.exitNow',
  'price of the base take-profit': 'term.exitNow',
  'stop loss': 'term.stopLoss',
  liquidation: 'term.liquidation',
  'estimated liquidation': 'term.estLiquidation',
  'margin in use': 'term.marginInUse',
  'available margin': 'term.available',
  'share of margin': 'term.share',
  cushion: 'term.share',
  allocation: 'term.allocation',
  leverage: 'term.leverage',
  'cross margin': 'create.crossNote',
  position: 'term.position',
  'average entry price': 'term.average',
  'mark price': 'term.markPrice',
  'unrealised PnL': 'term.unrealised',
  'realised PnL': 'term.realised',
  funding: 'create.reviewFunding',
  'maker and taker fee': 'term.fees',
  'worst moment of a round': 'term.worstMoment',
  'worst case': 'term.worst',
  'ladder span': 'term.baseDefence',
  'grid of three steps': 'term.grid',
  'grid of four steps': 'term.grid',
  'grid of five steps': 'term.grid',
  volatility: 'term.atrMultiplier',
  'largest fall of a result': 'term.fall',
  'time without liquidation': 'term.survived',
  'time in the market': 'term.inMarket',
  'step distance': 'term.stepDistance',
  'cycle credit': 'term.cycleCredit',
  'distance to the liquidation': 'term.distance',
  'stop after the next take-profit': 'bots.stop.afterText',
  'to close a position': 'bots.stop.closeText',
  'trading key': 'term.keyRights',
  'right to read': 'term.keyRights',
  'live stream': 'term.liveStream',
  'to connect a stream': 'term.liveStream',
  uptime: 'connection.metric.uptimeText',
  'to reconnect': 'connection.metric.reconnectsText',
  'connection status': 'term.health',
  simulated: 'common.simulatedHint',
  'conflict of interest': 'landing.cost.conflict',
  'isolated margin': 'term.worst',
  ladder: 'term.steps',
  'adding to a position': 'term.baseDefence',
  'liquidation price': 'term.liquidation',
  'crash defence': 'term.crashDefence',
  'take-profit speed': 'term.takeProfit',
  compounding: 'term.compound',
  'kept position': 'term.finishedBots',
  signal: 'term.signalSource',
  'what-if strip': 'whatIf.costs',
  'range by the time of re-entry': 'whatIf.key',
  'range by the path of the price': 'whatIf.key',
  'line of the result': 'whatIf.key',
  'right to withdraw': 'term.keyRights',
  'number of steps in a list': 'term.steps',
};

/** The concepts without an explanation, by the reason. */
const exceptions = {
  'a word of each exchange, which a person who has an account there knows': [
    'order',
    'fill',
    'to cancel an order',
    'contract',
    'perpetual',
    'pair',
    'size',
    'last price',
    'market order',
    'closing fee',
    'secret key',
    'passphrase',
    'sub-account',
    'exchange account',
    'bound to an IP address',
    'limit order',
    'resting order',
    'fill in parts',
    'lot size',
    'tick size',
  ],
  'a plain word, or a part of the site': [
    'bot',
    'automatic trading',
    'we',
    'support',
    'operator',
    'approval',
    'session',
    'median',
    'leaderboard',
    'how-to film',
    'demo of the product',
    'account at Rondo',
    'invitation',
    'notice',
    'profit and loss of the log',
  ],
  'a state or a message that is a whole sentence with what to do': [
    'hold',
    'recovery of a bot',
    'settlement of a delisted pair',
    'frozen bot',
    'smallest order',
    'position without a bot',
    'pause between rounds',
    'expiry',
  ],
  'a label of an environment, which the simulated mark or the name of the exchange explains': [
    'practice exchange',
    'demo trading of the exchange',
    'live',
  ],
  'a dialog whose steps explain it': [
    'to link an account',
    'second factor',
    'recovery codes',
    'passkeys',
    'one-time code',
    'set-up key of an authenticator',
    'consent',
  ],
  'a screen of the operator': ['operator console', 'audit log'],
};

const section = glossary.split('## Words on the screen')[1]?.split('\n## ')[0] ?? '';
const concepts = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|')[1]?.trim() ?? '');

const sources: Readonly<Record<string, string>> = import.meta.glob('../{features,app}/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('each concept of docs/glossary.md has an explanation, or is an exception with a reason', () => {
  const known = [...Object.keys(explanations), ...Object.values(exceptions).flat()];
  expect(concepts.filter((concept) => !known.includes(concept))).toEqual([]);
  expect(known.filter((concept) => !concepts.includes(concept))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test('each explanation is a text with at least one whole sentence', () => {
  const texts: Readonly<Record<string, unknown>> = catalogue;
  const short = [...Object.values(explanations), ...Object.keys(terms)].filter(
    (key) => !String(texts[key]).endsWith('.'),
  );
  expect(short).toEqual([]);
});

test('the button of each term is on a screen', () => {
  const code = Object.values(sources).join('\n');
  /** The places that name a term: an attribute, a property, and the head of a column. */
  const placesOf = (term: string) => [`term="${term}"`, `: '${term}',`, `: '${term}' as`, `), '${term}')`];
  const unused = Object.keys(terms)
    .map((key) => key.slice('term.'.length))
    .filter((term) => !placesOf(term).some((place) => code.includes(place)));
  expect(unused).toEqual([]);
});
