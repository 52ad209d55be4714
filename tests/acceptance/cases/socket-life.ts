// Cases 830-849: candle pushes, order operations over sockets, and the behaviour of our client when a socket breaks, becomes silent or is closed.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import { codeOf, limit, listening, operation, pushes } from '../support/sockets.ts';
import { ETH } from '../support/venue.ts';

/** The cases of socket operations and of sockets that end. */
export const socketLifeCases = cases([
  [
    830,
    '4.4 candles',
    'a candle is pushed during its minute, and it is pushed once more after the minute has ended',
    async (harness) => {
      const socket = harness.socket('/ws/v5/business');
      socket.send({ op: 'subscribe', args: [{ channel: 'candle1m', instId: ETH }] });
      await harness.pass(31_000);
      const confirms = pushes(socket, 'candle1m').flatMap((push) =>
        (push['data'] as readonly (readonly string[])[]).map((row) => row[8]),
      );
      expect(confirms.filter((confirm) => confirm === '1')).toHaveLength(1);
      expect(confirms[0]).toBe('0');
    },
  ],
  [
    835,
    '4.5 order ops',
    'an order can be placed, amended and cancelled over the socket with the numeric id of the instrument',
    (harness) => {
      const socket = listening(harness);
      socket.send(operation('order', [{ ...limit, clOrdId: 'w835' }]));
      socket.send(operation('amend-order', [{ instIdCode: 10_461, clOrdId: 'w835', newSz: '2' }]));
      socket.send(operation('cancel-order', [{ instIdCode: 10_461, clOrdId: 'w835' }]));
      const acks = socket.frames.filter((frame) => frame['op'] !== undefined);
      expect(acks.map((ack) => [ack['op'], ack['code']])).toEqual([
        ['order', '0'],
        ['amend-order', '0'],
        ['cancel-order', '0'],
      ]);
      expect(acks[0]).toMatchObject({
        id: 'o1',
        msg: '',
        data: [{ sCode: '0' }],
        inTime: expect.stringMatching(/^\d{16}$/) as unknown,
      });
      return Promise.resolve();
    },
  ],
  [
    836,
    '4.5 codes 1 and 2',
    'a socket batch with one refused item returns code 2, and a refused single order returns code 1',
    (harness) => {
      const socket = listening(harness);
      socket.send(operation('batch-orders', [limit, { ...limit, sz: '0.001' }]));
      socket.send(operation('order', [{ ...limit, sz: '0.001' }]));
      expect(socket.frames.filter((frame) => frame['op'] !== undefined).map((ack) => ack['code'])).toEqual(['2', '1']);
      return Promise.resolve();
    },
  ],
  [
    837,
    '4.5 60013',
    'an operation is refused with 60013 when its message id is invalid',
    (harness) => {
      const socket = listening(harness);
      socket.send({ ...operation('order', [limit]), id: 'not an id' });
      expect(codeOf(socket)).toBe('60013');
      return Promise.resolve();
    },
  ],
  [
    838,
    '4.6 60028',
    'an order operation is refused with 60028 at the public address',
    (harness) => {
      const socket = harness.socket('/ws/v5/public');
      socket.send(operation('order', [limit]));
      expect(codeOf(socket)).toBe('60028');
      return Promise.resolve();
    },
  ],
  [
    839,
    '4.5 expTime',
    'an order operation is refused when its deadline has passed',
    (harness) => {
      const socket = listening(harness);
      socket.send(operation('order', [limit], { expTime: String(harness.clock.now() - 1) }));
      expect(codeOf(socket)).toBe('50036');
      return Promise.resolve();
    },
  ],
  [
    840,
    '1.4 shared budget',
    'orders over the socket and orders over REST are counted in one limit',
    async (harness) => {
      const socket = listening(harness);
      for (let count = 0; count < 60; count += 1) socket.send(operation('order', [{ ...limit, sz: '0.01' }]));
      expect((await harness.post('trade/order', { ...limit, instId: ETH, sz: '0.01' })).code).toBe('50011');
    },
  ],
  [
    845,
    '4.1 64008',
    'our client opens a new socket before it closes the old socket when the exchange announces a disconnection',
    async (harness) => {
      const hints = harness.hints();
      await harness.pass(1_000);
      expect(hints.map((hint) => hint.kind)).toContain('connected');
      harness.fault('notice', { delayMs: 5_000 });
      await harness.pass(10_000);
      expect(hints.map((hint) => hint.kind)).not.toContain('disconnected');
      await harness.order({ clOrdId: 'w845' });
      expect(hints.some((hint) => hint.kind === 'order' && hint.order.clientId === 'w845')).toBe(true);
    },
  ],
  [
    846,
    '4.6 1006',
    'our client reports that its socket has broken, then opens a new socket, logs in and subscribes',
    async (harness) => {
      const hints = harness.hints();
      await harness.pass(1_000);
      harness.fault('cut');
      await harness.pass(10_000);
      expect(
        hints.filter((hint) => hint.kind === 'connected' || hint.kind === 'disconnected').map((hint) => hint.kind),
      ).toEqual(['connected', 'disconnected', 'connected']);
    },
  ],
  [
    847,
    '9 row 26',
    'our client closes an open socket that does not respond to its ping',
    async (harness) => {
      const hints = harness.hints();
      await harness.pass(1_000);
      harness.fault('silence', { forMs: 60_000 });
      await harness.pass(40_000);
      expect(hints.map((hint) => hint.kind)).toContain('disconnected');
    },
  ],
  [
    848,
    '4.4 repeated messages',
    'our client reports one fill id for a fill when pushes of the fill arrive twice or in another sequence',
    async (harness) => {
      const hints = harness.hints();
      await harness.pass(1_000);
      harness.fault('duplicate', { share: 1 });
      harness.fault('reorder', { share: 0.5 });
      await harness.open();
      await harness.pass(1_000);
      const fillIds = hints.flatMap((hint) => (hint.kind === 'order' && hint.fill !== null ? [hint.fill.fillId] : []));
      expect(fillIds.length).toBeGreaterThan(1);
      expect(new Set(fillIds).size).toBe(1);
    },
  ],
  [
    849,
    '4.6 close 4007',
    'our client opens no new socket after its key was deleted',
    async (harness) => {
      const hints = harness.hints();
      await harness.pass(1_000);
      harness.accountAction('loseKey', { apiKey: harness.keys.apiKey });
      await harness.pass(120_000);
      expect(hints.filter((hint) => hint.kind === 'connected')).toHaveLength(1);
      const ofStream = hints.filter((hint) => hint.kind === 'connected' || hint.kind === 'disconnected');
      expect(ofStream.at(-1)).toMatchObject({ kind: 'disconnected' });
    },
  ],
]);
