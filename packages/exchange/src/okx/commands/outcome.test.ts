// Tests of `judgeCommand`, `judgeSetting` and `readRows` for each kind of response.
import { expect, test } from 'vitest';
import { okxOrderAckSchema, okxTickerSchema } from '@rondo/protocol';
import { createTestLog } from '@rondo/testkit';
import { judgeCommand, judgeSetting, readRows, type CommandVerb } from './outcome.ts';
import type { OkxResponse } from '../rest/rest.ts';

function received(body: { code: string; msg?: string; data?: unknown[] }, status = 200): OkxResponse {
  return { kind: 'received', status, envelope: { msg: '', data: [], ...body } };
}

function item(sCode: string, sMsg = ''): unknown {
  return { ordId: '9', clOrdId: 'a', sCode, sMsg, subCode: '' };
}

function judge(
  response: OkxResponse,
  verb: CommandVerb = 'place',
): {
  outcome: ReturnType<typeof judgeCommand<{ sCode: string; sMsg: string; ordId: string }, string>>;
  events: string[];
} {
  const { log, events } = createTestLog();
  return { outcome: judgeCommand(response, verb, { ack: okxOrderAckSchema, value: (ack) => ack.ordId, log }), events };
}

test('a command whose item has the code 0 is accepted', () => {
  expect(judge(received({ code: '0', data: [item('0')] })).outcome).toEqual({ kind: 'accepted', value: '9' });
});

test('when the response contains an item, the code of the item decides the outcome and the code of the envelope is ignored', () => {
  expect(
    judge(received({ code: '1', msg: 'All operations failed', data: [item('51008', 'Insufficient')] })).outcome,
  ).toMatchObject({ kind: 'rejected', code: '51008', reason: 'margin' });
  expect(judge(received({ code: '2', data: [item('0')] })).outcome.kind).toBe('accepted');
});

test('when a failed envelope has no item, the code of the envelope decides the outcome', () => {
  expect(judge(received({ code: '50113', msg: 'Invalid Sign' }, 401)).outcome).toMatchObject({
    kind: 'rejected',
    reason: 'key',
  });
  expect(judge(received({ code: '50037' }, 400)).outcome).toMatchObject({ kind: 'rejected', reason: 'notPlaced' });
});

test.each([
  ['a network failure', { kind: 'failed', cause: 'timeout', status: null }],
  ['an HTML page', { kind: 'failed', cause: 'unreadable', status: 502 }],
  ['a response with the status 503 and the code 51008', received({ code: '51008' }, 503)],
  ['the code 0 without an item', received({ code: '0' })],
  ['a time-out code', received({ code: '50004' }, 400)],
  ['the code 1 without an item', received({ code: '1', msg: 'Operation failed.' })],
  ['a rate-limit code', received({ code: '50011' }, 429)],
] as const satisfies readonly (readonly [string, OkxResponse])[])(
  '%s leaves the outcome of a placement unknown',
  (_case, response) => {
    expect(judge(response).outcome.kind).toBe('unknown');
  },
);

test('an unlisted code gives an unknown outcome and is logged', () => {
  const { outcome, events } = judge(received({ code: '1', data: [item('51999')] }));
  expect(outcome.kind).toBe('unknown');
  expect(events).toEqual(['okx.code.unlisted']);
});

test('a request that was not sent is rejected with the reason busy or notPlaced', () => {
  expect(judge({ kind: 'unsent', cause: 'budget' }).outcome).toMatchObject({ kind: 'rejected', reason: 'busy' });
  expect(judge({ kind: 'unsent', cause: 'deadline' }).outcome).toMatchObject({ kind: 'rejected', reason: 'notPlaced' });
});

test('a cancel is accepted when the order is already being cancelled, and is rejected as gone when the order has ended', () => {
  expect(judge(received({ code: '1', data: [item('51410')] }), 'cancel').outcome.kind).toBe('accepted');
  expect(judge(received({ code: '1', data: [item('51400')] }), 'cancel').outcome).toMatchObject({
    kind: 'rejected',
    reason: 'gone',
  });
});

test('the part of a code after the underscore does not change the outcome', () => {
  expect(judge(received({ code: '1', data: [item('51008_1000')] })).outcome).toMatchObject({
    kind: 'rejected',
    reason: 'margin',
  });
});

test('only the code of the envelope decides the outcome of a setting', () => {
  const { log } = createTestLog();
  expect(judgeSetting(received({ code: '0' }), log).kind).toBe('accepted');
  expect(judgeSetting(received({ code: '59668' }), log)).toMatchObject({ kind: 'rejected', reason: 'other' });
});

test('a reading fails as a whole when one of its rows is unreadable', () => {
  const good = { instId: 'A', ts: '1' };
  expect(readRows(received({ code: '0', data: [good, { instId: 7 }] }), okxTickerSchema).kind).toBe('failed');
  expect(readRows(received({ code: '0', data: [good] }), okxTickerSchema)).toMatchObject({ kind: 'rows' });
  expect(readRows(received({ code: '51603' }), okxTickerSchema).kind).toBe('absent');
  expect(readRows(received({ code: '50011' }, 429), okxTickerSchema)).toMatchObject({ kind: 'failed', reason: 'busy' });
  expect(readRows(received({ code: '50111' }, 401), okxTickerSchema)).toMatchObject({ kind: 'failed', reason: 'key' });
});
