// Tests of the registry of instruments: changes are heard from a reading, from a push and at an announced time, and units only become finer.
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import type { InstrumentReport } from '@rondo/engine/ports';
import { decimal, formatDecimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { instrumentReadEveryMs, instrumentReadGapMs, instrumentShownMaxAgeMs } from '../../limits.ts';
import { createInstrumentRegistry } from './instrument-registry.ts';

const instrumentId = 'ETH-USDT-SWAP';

function rowWith(changes: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    instType: 'SWAP',
    instId: instrumentId,
    ctVal: '0.1',
    ctMult: '1',
    tickSz: '0.01',
    lotSz: '0.01',
    minSz: '0.01',
    maxLmtSz: '1000',
    maxMktSz: '500',
    state: 'live',
    expTime: '',
    ...changes,
  };
}

function openRegistry() {
  const clock = createVirtualClock(0);
  const readAt: number[] = [];
  const heard: InstrumentReport[] = [];
  const stage: { rows: readonly unknown[] | null } = { rows: [rowWith()] };
  const registry = createInstrumentRegistry({
    clock,
    venueNow: () => clock.now(),
    log: createTestLog().log,
    readAll: () => {
      readAt.push(clock.now());
      return new Promise((resolve) => void clock.after(100, () => resolve(stage.rows)));
    },
  });
  const watched = registry.watch(instrumentId, (report) => void heard.push(report));
  return { clock, readAt, heard, stage, registry, watched };
}

const tickOf = (report: InstrumentReport | undefined): string =>
  report === undefined ? 'none' : formatDecimal(report.rules.tickSz);

test('a listener hears the rules at first and then only after a change, and the list is read every minute', async () => {
  const { clock, readAt, heard, stage } = openRegistry();
  await clock.pass(instrumentReadEveryMs + 200);
  expect([readAt, heard.map(tickOf)]).toEqual([[0, instrumentReadEveryMs], ['0.01']]);
  stage.rows = [rowWith({ tickSz: '0.1' }), 'not a row'];
  await clock.pass(instrumentReadEveryMs);
  expect(heard.map(tickOf)).toEqual(['0.01', '0.1']);
});

test('a pushed change is heard at once, and a reading that began before the push does not undo it', async () => {
  const { clock, heard, registry } = openRegistry();
  await clock.pass(instrumentReadEveryMs + 50);
  registry.push([rowWith({ tickSz: '0.1', state: 'suspend' })]);
  await clock.pass(200);
  expect(heard.map((report) => [tickOf(report), report.state])).toEqual([
    ['0.01', 'live'],
    ['0.1', 'halted'],
  ]);
});

test('the list is read shortly after the time of an announced change', async () => {
  const { clock, readAt, stage } = openRegistry();
  const effTime = 20_000;
  stage.rows = [rowWith({ upcChg: [{ param: 'tickSz', newValue: '0.1', effTime: String(effTime) }] })];
  await clock.pass(effTime + instrumentReadGapMs + 1);
  expect(readAt).toEqual([0, effTime + instrumentReadGapMs]);
});

test('a report has the time of the next announced change until the list was read after this time', async () => {
  const { clock, heard, stage } = openRegistry();
  const announced = (...times: readonly number[]): unknown =>
    rowWith({ upcChg: times.map((at) => ({ param: 'tickSz', newValue: '0.1', effTime: String(at) })) });
  stage.rows = [announced(90_000, 70_000)];
  await clock.pass(200);
  expect(heard.at(-1)?.changesAt).toBe(70_000);
  // The exchange still lists a change that it has made.
  await clock.pass(70_000 + instrumentReadGapMs);
  expect(heard.at(-1)?.changesAt).toBe(90_000);
  await clock.pass(20_000 + instrumentReadGapMs);
  expect(heard.at(-1)?.changesAt).toBeNull();
});

test('a report has no announced change after the exchange has called the change off', async () => {
  const { clock, heard, stage, registry } = openRegistry();
  const announcing = rowWith({ upcChg: [{ param: 'minSz', newValue: '1', effTime: '900000' }] });
  stage.rows = [announcing];
  await clock.pass(200);
  registry.push([rowWith({ upcChg: [] })]);
  expect(heard.map(({ changesAt }) => changesAt)).toEqual([900_000, null]);
});

test('a doubt reads the list again, at most every two seconds', async () => {
  const { clock, readAt, registry } = openRegistry();
  await clock.pass(500);
  for (let count = 0; count < 5; count += 1) registry.refresh();
  await clock.pass(5_000);
  expect(readAt).toEqual([0, instrumentReadGapMs]);
});

test('a price between two ticks makes the units finer, and later rules never make them larger', async () => {
  const { clock, heard, stage, registry } = openRegistry();
  await clock.pass(500);
  registry.refine({ instrumentId, step: 'tick', text: '2600.005' });
  expect(heard.at(-1)).toMatchObject({ units: { tickSz: decimal('0.005'), lotSz: decimal('0.01') } });
  stage.rows = [rowWith({ tickSz: '0.1', lotSz: '0.1' })];
  await clock.pass(instrumentReadEveryMs);
  expect(heard.at(-1)).toMatchObject({
    rules: { tickSz: decimal('0.1') },
    units: { tickSz: decimal('0.005'), lotSz: decimal('0.01') },
  });
});

test('a failed or short reading changes nothing, and an instrument that is absent after its end has expired', async () => {
  const { clock, heard, stage } = openRegistry();
  stage.rows = [rowWith({ expTime: '90000' })];
  await clock.pass(500);
  stage.rows = null;
  await clock.pass(instrumentReadEveryMs);
  stage.rows = [];
  await clock.pass(20_000);
  expect(heard.map(({ state }) => state)).toEqual(['live']);
  await clock.pass(instrumentReadEveryMs);
  expect(heard.map(({ state }) => state)).toEqual(['live', 'expired']);
});

test('no request is sent after the last listener has left', async () => {
  const { clock, readAt, watched } = openRegistry();
  await clock.pass(500);
  watched.close();
  await clock.pass(instrumentReadEveryMs * 3);
  expect(readAt).toEqual([0]);
});

test('concurrent callers of the list share one reading, and the list contains every pushed row', async () => {
  const { clock, readAt, stage, registry, watched } = openRegistry();
  watched.close();
  await clock.pass(500);
  const rows = await registry.list();
  expect([readAt, rows]).toEqual([[0], stage.rows]);
  registry.push([rowWith({ state: 'suspend' })]);
  expect(await registry.list()).toEqual([rowWith({ state: 'suspend' })]);
  expect(registry.known(instrumentId)).toMatchObject({ state: 'halted' });
  await clock.pass(instrumentReadEveryMs);
  const both = Promise.all([registry.list(), registry.list()]);
  await clock.pass(200);
  expect(await both).toEqual([stage.rows, stage.rows]);
  expect(readAt).toEqual([0, instrumentReadEveryMs + 500]);
});

test('a caller of `known` has a suspension within 30 s although no socket pushes it', async () => {
  const { clock, readAt, stage, registry, watched } = openRegistry();
  watched.close();
  await clock.pass(500);
  stage.rows = [rowWith({ state: 'suspend' })];
  const states: unknown[] = [];
  for (let count = 0; count < 30; count += 1) {
    await clock.pass(1_000);
    states.push(registry.known(instrumentId)?.state);
  }
  expect([states.at(0), states.at(-1)]).toEqual(['live', 'halted']);
  expect(readAt).toEqual([0, instrumentShownMaxAgeMs + 500]);
});

test('the list is null while the instruments cannot be read, and the last known rules stay known', async () => {
  const { clock, readAt, stage, registry, watched } = openRegistry();
  watched.close();
  await clock.pass(instrumentReadEveryMs + 1);
  stage.rows = null;
  expect(registry.known(instrumentId)).toMatchObject({ state: 'live' });
  expect(registry.known('NONE-USDT-SWAP')).toBeNull();
  const list = registry.list();
  await clock.pass(200);
  expect(await list).toBeNull();
  expect(readAt).toEqual([0, instrumentReadEveryMs + 1]);
});
