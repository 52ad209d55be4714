// The three outcomes of a command, response by response.
import { expect, test } from 'vitest';
import { okxOrderAck, okxTicker } from '@rondo/protocol';
import { createTestLog } from '@rondo/testkit';
import { judgeCommand, judgeSetting, readRows, type CommandVerb } from './outcome.ts';
import type { OkxResponse } from '../rest/rest.ts';

function answered(body: { code: string; msg?: string; data?: unknown[] }, status = 200): OkxResponse {
  return { kind: 'answered', status, envelope: { msg: '', data: [], ...body } };
}

function item(sCode: string, sMsg = ''): unknown {
  return { ordId: '9', clOrdId: 'a', sCode, sMsg, subCode: '' };
}

function judge(
  answer: OkxResponse,
  verb: CommandVerb = 'place',
): {
  outcome: ReturnType<typeof judgeCommand<{ sCode: string; sMsg: string; ordId: string }, string>>;
  events: string[];
} {
  const { log, events } = createTestLog();
  return { outcome: judgeCommand(answer, verb, { ack: okxOrderAck, value: (ack) => ack.ordId, log }), events };
}

test('an accepted item is accepted', () => {
  expect(judge(answered({ code: '0', data: [item('0')] })).outcome).toEqual({ kind: 'accepted', value: '9' });
});

test('the code of the item decides the outcome, not the code of the envelope', () => {
  expect(
    judge(answered({ code: '1', msg: 'All operations failed', data: [item('51008', 'Insufficient')] })).outcome,
  ).toMatchObject({ kind: 'rejected', code: '51008', reason: 'margin' });
  expect(judge(answered({ code: '2', data: [item('0')] })).outcome.kind).toBe('accepted');
});

test('a failed envelope without an item is judged by its own code', () => {
  expect(judge(answered({ code: '50113', msg: 'Invalid Sign' }, 401)).outcome).toMatchObject({
    kind: 'rejected',
    reason: 'key',
  });
  expect(judge(answered({ code: '50037' }, 400)).outcome).toMatchObject({ kind: 'rejected', reason: 'notPlaced' });
});

test.each([
  ['a failed transport', { kind: 'failed', cause: 'timeout', status: null }],
  ['an HTML page', { kind: 'failed', cause: 'unreadable', status: 502 }],
  ['a 5xx that names a business code', answered({ code: '51008' }, 503)],
  ['success without an item', answered({ code: '0' })],
  ['a timeout code', answered({ code: '50004' }, 400)],
  ['a bare failure of all', answered({ code: '1', msg: 'Operation failed.' })],
  ['a rate limit', answered({ code: '50011' }, 429)],
] as const satisfies readonly (readonly [string, OkxResponse])[])(
  '%s leaves the outcome of a placement unknown',
  (_case, answer) => {
    expect(judge(answer).outcome.kind).toBe('unknown');
  },
);

test('an unlisted code gives an unknown outcome and is logged', () => {
  const { outcome, events } = judge(answered({ code: '1', data: [item('51999')] }));
  expect(outcome.kind).toBe('unknown');
  expect(events).toEqual(['okx.code.unlisted']);
});

test('a request that was not sent is rejected, and the reason is the rate budget or the deadline', () => {
  expect(judge({ kind: 'unsent', cause: 'budget' }).outcome).toMatchObject({ kind: 'rejected', reason: 'busy' });
  expect(judge({ kind: 'unsent', cause: 'deadline' }).outcome).toMatchObject({ kind: 'rejected', reason: 'notPlaced' });
});

test('a cancel of an order that is already being cancelled is accepted, one of an order that is gone is rejected as gone', () => {
  expect(judge(answered({ code: '1', data: [item('51410')] }), 'cancel').outcome.kind).toBe('accepted');
  expect(judge(answered({ code: '1', data: [item('51400')] }), 'cancel').outcome).toMatchObject({
    kind: 'rejected',
    reason: 'gone',
  });
});

test('a code with a sub-code is judged by the code', () => {
  expect(judge(answered({ code: '1', data: [item('51008_1000')] })).outcome).toMatchObject({
    kind: 'rejected',
    reason: 'margin',
  });
});

test('the outcome of a setting follows from the code of the envelope alone', () => {
  const { log } = createTestLog();
  expect(judgeSetting(answered({ code: '0' }), log).kind).toBe('accepted');
  expect(judgeSetting(answered({ code: '59668' }), log)).toMatchObject({ kind: 'rejected', reason: 'other' });
});

test('a read with one unreadable row fails as a whole', () => {
  const good = { instId: 'A', ts: '1' };
  expect(readRows(answered({ code: '0', data: [good, { instId: 7 }] }), okxTicker).kind).toBe('failed');
  expect(readRows(answered({ code: '0', data: [good] }), okxTicker)).toMatchObject({ kind: 'rows' });
  expect(readRows(answered({ code: '51603' }), okxTicker).kind).toBe('absent');
  expect(readRows(answered({ code: '50011' }, 429), okxTicker)).toMatchObject({ kind: 'failed', reason: 'busy' });
  expect(readRows(answered({ code: '50111' }, 401), okxTicker)).toMatchObject({ kind: 'failed', reason: 'key' });
});
