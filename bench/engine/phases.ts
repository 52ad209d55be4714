// The phases of the engine bench. Each phase prints its figures.
import { setTimeout as wait } from 'node:timers/promises';
import type { Level } from './exchange.ts';
import { print, type Figures } from './figures.ts';
import {
  allInstruments,
  engineLimits,
  fillRates,
  idleSeconds,
  instruments,
  lateMs,
  stops,
  waitLimitMs,
} from './limits.ts';
import type { ServerOrders } from './server.ts';
import type { ServerChild, Stage } from './stage.ts';
import { epochMs } from './watched-network.ts';

/** The parts that every phase uses. */
export interface Run {
  readonly stage: Stage;
  readonly figures: Figures;
  readonly accounts: number;
  readonly addresses: number;
  readonly seconds: number;
  /**
   * The time from the cold start to the next phase. In this time the other bots open, the readings of the cold start end, and the compiler of Node
   * optimizes the functions of the readings.
   */
  readonly calmSeconds: number;
}

const bots = ({ accounts }: Run): number => accounts * allInstruments.length;

/** Measures the cold start: the first orders, the streams and the memory. Returns the server. */
export async function coldStart(run: Run): Promise<{ readonly server: ServerChild; readonly port: number }> {
  const { stage, figures, accounts, addresses } = run;
  const server = stage.startServer();
  const heapBefore = await server.ask('heap');
  const startedAt = epochMs();
  print('cold start');
  const { result: port } = await observed(run, server, async () => {
    const listening = await server.ask('start');
    await until(server, (progress) => progress.streams.length >= accounts && progress.firstOrders.length >= accounts);
    return listening;
  });
  const { streams, firstOrders, frozenBots } = await server.ask('progress');
  const secondsTo = (times: readonly number[]): number => (Math.max(...times) - startedAt) / 1_000;
  const limit = engineLimits.connectedSeconds[addresses] ?? null;
  figures.add({
    name: `all ${streams.length} accounts have sent an order`,
    value: secondsTo(firstOrders),
    unit: 's',
    limit,
  });
  figures.add({ name: 'all accounts have their stream', value: secondsTo(streams), unit: 's', limit });
  figures.add({ name: 'frozen bots', value: frozenBots, unit: '', limit: 0 });
  print(`  handshakes by source address: ${(await stage.exchange.ask('usage')).handshakes}`);
  await wait(run.calmSeconds * 1_000);
  const heap = await server.ask('heap');
  const kibibytes = (heap - heapBefore) / 1_024 / bots(run);
  figures.add({ name: 'memory', value: kibibytes, unit: 'KiB/bot', limit: engineLimits.kibibytesPerBot });
  return { server, port };
}

/** Measures processor time and statements while nothing happens. */
export async function idle(run: Run, server: ServerChild): Promise<void> {
  const seconds = Math.max(run.seconds, idleSeconds);
  print(`idle for ${seconds} s`);
  const { shares } = await observed(run, server, () => wait(seconds * 1_000));
  const botSeconds = bots(run) * shares.seconds;
  run.figures.add({
    name: 'processor time of the server',
    value: shares.serverMs / botSeconds,
    unit: 'ms/bot-s',
    limit: engineLimits.idleCpuMsPerBotSecond,
  });
  run.figures.add({
    name: 'statements',
    value: shares.statements / botSeconds,
    unit: '/bot-s',
    limit: engineLimits.idleStatementsPerBotSecond,
  });
}

/** Measures the reaction to fills at two rates, on a still market, on a moving market, and without tickers. */
export async function fills(run: Run, server: ServerChild): Promise<void> {
  const { stage } = run;
  const levels = await stage.exchange.ask('levels', instruments.spread);
  const spread = inTurns(instruments.spread.map((id) => levels.filter(({ instId }) => instId === id)));
  // Each phase continues at the level after the last one. A level that is left out fills together with the next level.
  let taken = 0;
  const nextLevels = (rate: number): readonly Level[] => {
    const levelsOfPhase = spread.slice(taken, taken + rate * run.seconds);
    taken += levelsOfPhase.length;
    return levelsOfPhase;
  };
  const { steady, busy } = fillRates;
  await fillPhase(run, server, { name: `${steady} fills/s, still market`, levels: nextLevels(steady), rate: steady });
  await stage.exchange.ask('jitter', allInstruments);
  await fillPhase(run, server, { name: `${steady} fills/s, moving market`, levels: nextLevels(steady), rate: steady });
  await stage.exchange.ask('jitter', []);
  await server.ask('silenceTickers', true);
  await fillPhase(run, server, {
    name: `${steady} fills/s, dead ticker socket`,
    levels: nextLevels(steady),
    rate: steady,
  });
  await server.ask('silenceTickers', false);
  await fillPhase(run, server, { name: `${busy} fills/s`, levels: nextLevels(busy), rate: busy });
}

interface FillPhase {
  readonly name: string;
  readonly levels: readonly Level[];
  readonly rate: number;
}

async function fillPhase(run: Run, server: ServerChild, { name, levels, rate }: FillPhase): Promise<void> {
  print(`${name}: ${levels.length} price changes`);
  await server.ask('reactions');
  const { result: late } = await observed(run, server, () =>
    run.stage.exchange.ask('descend', { levels, perSecond: rate }),
  );
  await wait(lateMs);
  const { fillToOrder, fillToRequest, requestToWire, priceToOrder, unanswered } = await server.ask('reactions');
  const unlimited = { p50: null, p99: null };
  // Late price changes follow one another, so the fills come in a group that the rate does not name.
  run.figures.addLatencies('price changes of the bench: late by', late, unlimited);
  run.figures.addLatencies('fill to order', fillToOrder, engineLimits.fillToOrderMs);
  run.figures.addLatencies('  of this: fill to request', fillToRequest, unlimited);
  run.figures.addLatencies('  of this: request to socket write', requestToWire, unlimited);
  run.figures.addLatencies('price to order', priceToOrder, unlimited);
  run.figures.add({ name: 'fills without an order', value: unanswered, unit: '', limit: 0 });
}

/** Measures the reaction when one price change fills an order of every account. */
export async function massFill(run: Run, server: ServerChild): Promise<void> {
  const [level] = await run.stage.exchange.ask('levels', [instruments.mass]);
  if (level === undefined) throw new Error('No entry rests on the instrument of the mass fill.');
  print(`mass fill: one price change fills ${level.orders} orders`);
  await server.ask('reactions');
  await observed(run, server, async () => {
    await run.stage.exchange.ask('descend', { levels: [level], perSecond: level.orders });
    await wait(lateMs * 2);
  });
  const { fillToOrder, unanswered } = await server.ask('reactions');
  run.figures.addLatencies('fill to order, mass fill', fillToOrder, { p50: null, p99: null });
  run.figures.add({ name: 'fills without an order', value: unanswered, unit: '', limit: null });
}

/** Measures the time from the request of a person, which stops a bot, to the first cancel. */
export async function stopBots(run: Run, server: ServerChild, port: number): Promise<void> {
  const people = run.stage.people.slice(0, stops.count);
  print(`stop of ${people.length} bots, one each ${stops.everyMs} ms`);
  await server.ask('cancels');
  // The first request of this process loads its HTTP client, which takes longer than a stop.
  await fetch(`http://127.0.0.1:${port}/api/health`);
  const { result } = await observed(run, server, () => sendStops(people, port));
  const { sentAt, refused } = result;
  const cancels = await server.ask('cancels');
  const latencies = [...sentAt].flatMap(([key, at]) => (cancels[key] === undefined ? [] : [cancels[key] - at]));
  run.figures.addLatencies('stop to first cancel', latencies, engineLimits.stopToCancelMs);
  const missing = sentAt.size - latencies.length;
  run.figures.add({ name: `stops without a cancel (${refused} refused)`, value: missing, unit: '', limit: 0 });
}

// Returns the time of each request by API key and instrument, and the number of refused requests.
async function sendStops(
  people: Stage['people'],
  port: number,
): Promise<{ readonly sentAt: ReadonlyMap<string, number>; readonly refused: number }> {
  const sentAt = new Map<string, number>();
  const responses: Promise<Response>[] = [];
  for (const { apiKey, accessToken, bots: ids } of people) {
    sentAt.set(`${apiKey} ${instruments.stopped}`, epochMs());
    responses.push(
      fetch(`http://127.0.0.1:${port}/api/bots/${ids[instruments.stopped]}/status`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'completed', close_position: false, is_last: false }),
      }),
    );
    await wait(stops.everyMs);
  }
  const refused = (await Promise.all(responses)).filter(({ ok }) => !ok).length;
  await wait(lateMs);
  return { sentAt, refused };
}

/** Kills the server and measures the time until a new server process manages all accounts. */
export async function killAndRestart(run: Run, server: ServerChild): Promise<ServerChild> {
  print('kill -9 and restart');
  await server.end('SIGKILL');
  const killedAt = epochMs();
  const next = run.stage.startServer();
  await observed(run, next, async () => {
    await next.ask('start');
    await until(next, ({ managed }) => managed.length >= run.accounts);
  });
  const { managed, frozenBots } = await next.ask('progress');
  const seconds = (Math.max(...managed) - killedAt) / 1_000;
  run.figures.add({ name: 'all bots are managed', value: seconds, unit: 's', limit: engineLimits.managedSeconds });
  run.figures.add({ name: 'frozen bots', value: frozenBots, unit: '', limit: 0 });
  return next;
}

interface Shares {
  readonly seconds: number;
  readonly serverMs: number;
  readonly statements: number;
}

/** Does the work and prints the processor time of all processes. Reports a phase in which the sandbox was the bottleneck as invalid. */
async function observed<Result>(
  { stage, figures }: Run,
  server: ServerChild,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly shares: Shares }> {
  const read = async () => ({
    at: performance.now(),
    server: await server.ask('usage'),
    exchange: await stage.exchange.ask('usage'),
    allMs: stage.childrenMs(),
  });
  const before = await read();
  const result = await work();
  const after = await read();
  const ms = after.at - before.at;
  const serverMs = after.server.cpuMs - before.server.cpuMs;
  const exchangeMs = after.exchange.cpuMs - before.exchange.cpuMs;
  const statements = after.server.statements - before.server.statements;
  const share = (part: number): string => `${((part / ms) * 100).toFixed(1)} %`;
  print(
    `  ${(ms / 1_000).toFixed(1)} s; share of one core: server ${share(serverMs)}, database ${share(after.allMs - before.allMs - serverMs - exchangeMs)}, ` +
      `sandbox ${share(exchangeMs)}; ${statements} statements; server ${(after.server.residentBytes / 2 ** 20).toFixed(0)} MiB`,
  );
  const { p99, longest } = after.server.pauses;
  print(`  pauses of the event loop of the server: p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`);
  if (exchangeMs / ms > engineLimits.exchangeCoreShare)
    figures.add({
      name: 'INVALID: share of a core of the sandbox',
      value: exchangeMs / ms,
      unit: '',
      limit: engineLimits.exchangeCoreShare,
    });
  return { result, shares: { seconds: ms / 1_000, serverMs, statements } };
}

type Progress = Awaited<ReturnType<ServerOrders['progress']>>;

async function until(server: ServerChild, isDone: (progress: Progress) => boolean): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const progress = await server.ask('progress');
    if (isDone(progress)) return;
    if (performance.now() - startedAt > waitLimitMs) {
      const { streams, firstOrders, managed } = progress;
      const reached = `${streams.length} accounts have a stream, ${firstOrders.length} have sent an order, and ${managed.length} are managed`;
      throw new Error(`The limit of ${waitLimitMs / 1_000} s has passed: ${reached}.`);
    }
    await wait(500);
  }
}

/** Takes one element of each list in turns. */
function inTurns<Value>(lists: readonly (readonly Value[])[]): readonly Value[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}
