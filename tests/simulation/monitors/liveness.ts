// Watches the bounds of stops, unknown orders, fills, outside endings, and leases (L01 to L04, L08 to L12).
import type { FactBatch, IntentRow } from '@rondo/engine/ports';
import { decodeEvent } from '@rondo/strategy';
import { slotOf, type CheckContext } from '../checks/checkers.ts';
import type { CheckedBot } from '../checks/roster.ts';
import type { TrueFill, TrueMarket, TrueOrder } from '../checks/truth.ts';
import type { Bounds } from './bounds.ts';

const second = 1_000;
/** The bounds of reliability 3.4. */
export const livenessBounds = {
  stopEnds: 30 * second,
  unknownEnds: 45 * second,
  fillIsStored: 10 * second,
  outsideIsSeen: 30 * second,
  serviceAfterMaintenance: 60 * second,
  stopIsStored: 2 * second,
  stopCancels: second,
  serviceAfterDatabase: 30 * second,
  leaseIsTaken: 20 * second,
  accountIsManaged: 30 * second,
} as const;

export type Liveness = {
  exchangeChanged(market: TrueMarket, fills: readonly TrueFill[]): void;
  committed(intents: readonly Pick<IntentRow, 'id' | 'verb' | 'slot'>[]): void;
  stored(batch: Pick<FactBatch, 'events' | 'views' | 'intents'>, newFillIds: readonly string[]): void;
  /** A private request of the account had a response with the code 0. */
  responded(accountId: string, path: string): void;
  stopSent(bot: CheckedBot): void;
  leaseTaken(accountId: string): void;
  leaseLost(accountId: string): void;
  maintenanceOver(): void;
  databaseBack(): void;
};

type LivenessDeps = {
  readonly context: CheckContext;
  readonly bounds: Bounds;
  readonly liveOf: (market: TrueMarket) => readonly TrueOrder[];
  readonly holderOf: (accountId: string) => string | null;
  readonly isExempt: (bot: CheckedBot) => boolean;
};

/** Returns a watch over a run that has not begun. */
export function createLiveness(deps: LivenessDeps): Liveness {
  const { context, bounds } = deps;
  const begin = (
    key: string,
    of: Omit<Parameters<Bounds['begin']>[1], 'needsLease'> & { needsLease?: boolean },
  ): void => bounds.begin(key, { needsLease: true, ...of });
  const accounts = (): ReadonlySet<string> =>
    new Set(context.roster.all.filter((bot) => isActive(context, bot)).map(({ accountId }) => accountId));
  return {
    exchangeChanged(market, fills) {
      const bot = context.roster.inMarket(market);
      if (bot === undefined) return;
      for (const fill of fills) beginFill(deps, bot, fill);
      const outside = fills.filter((fill) => slotOf(context, fill.clOrdId) === null && fill.side === exitSideOf(bot));
      if (outside.length > 0 && market.position === 0n) beginOutside(deps, bot);
      if (deps.liveOf(market).length === 0) bounds.end(`L10/${bot.botId}/cancel`);
    },
    committed(intents) {
      for (const { id, verb, slot } of intents) {
        const bot = context.roster.byId(slot.botId);
        if (verb === 'cancel') bounds.end(`L10/${slot.botId}/cancel`);
        begin(`L03/${id}`, {
          invariant: 'L03',
          boundMs: livenessBounds.unknownEnds,
          accountId: bot?.accountId ?? '',
          text: `intent ${id} is unknown`,
        });
      }
    },
    stored({ events, views, intents }, newFillIds) {
      for (const fillId of newFillIds) bounds.end(`L04/${fillId}`);
      for (const { id, state } of intents) if (state !== 'unknown' && state !== 'sent') bounds.end(`L03/${id}`);
      for (const event of events) if (decodeEvent(JSON.parse(event.body)).kind === 'stop') beginStop(deps, event.botId);
      for (const { botId, status, phase, positionSize } of views) {
        if (status === 'completed') bounds.end(`L02/${botId}`);
        if (status === 'completed' || phase === 'error' || positionSize === '0') bounds.end(`L08/${botId}`);
      }
    },
    responded(accountId, path) {
      bounds.end(`L09/${accountId}`);
      if (path.includes('/trade/fills')) bounds.end(`L12/${accountId}/reading`);
    },
    stopSent: (bot) =>
      begin(`L10/${bot.botId}/stored`, {
        invariant: 'L10',
        boundMs: livenessBounds.stopIsStored,
        accountId: bot.accountId,
        text: `the stop of ${bot.botId} is not stored`,
        isOver: () => !isActive(context, bot),
      }),
    leaseTaken(accountId) {
      bounds.end(`L12/${accountId}`);
      if (!accounts().has(accountId)) return;
      begin(`L12/${accountId}/reading`, {
        invariant: 'L12',
        boundMs: livenessBounds.accountIsManaged,
        accountId,
        text: `the fills of ${accountId} are not read`,
        isOver: () => !accounts().has(accountId),
      });
    },
    leaseLost(accountId) {
      bounds.end(`L12/${accountId}/reading`);
      // A stop that the ended process did not store reaches the next process when its owner repeats it.
      for (const bot of context.roster.all) if (bot.accountId === accountId) bounds.end(`L10/${bot.botId}/stored`);
      begin(`L12/${accountId}`, {
        invariant: 'L12',
        boundMs: livenessBounds.leaseIsTaken,
        accountId,
        needsLease: false,
        text: `no process has the lease of ${accountId}`,
      });
    },
    maintenanceOver() {
      for (const accountId of accounts())
        begin(`L09/${accountId}`, {
          invariant: 'L09',
          boundMs: livenessBounds.serviceAfterMaintenance,
          accountId,
          text: `${accountId} is not read after the maintenance`,
          isOver: () => !accounts().has(accountId),
        });
    },
    databaseBack() {
      for (const accountId of accounts())
        begin(`L11/${accountId}`, {
          invariant: 'L11',
          boundMs: livenessBounds.serviceAfterDatabase,
          accountId,
          needsLease: false,
          text: `no process has the lease of ${accountId} after the database came back`,
          isOver: () => deps.holderOf(accountId) !== null,
        });
    },
  };
}

function beginFill({ context, bounds }: LivenessDeps, bot: CheckedBot, fill: TrueFill): void {
  const key = `${bot.accountId}:${bot.config.instrument.id}:${fill.tradeId}`;
  if (!isActive(context, bot)) return;
  bounds.begin(`L04/${fill.tradeId}`, {
    invariant: 'L04',
    boundMs: livenessBounds.fillIsStored,
    accountId: bot.accountId,
    needsLease: true,
    text: `fill ${fill.tradeId} of ${bot.botId} is not in the journal`,
    // The engine does not read an account without a running bot.
    isOver: () => context.journal.fills.has(key) || !isActive(context, bot),
  });
}

// A position that people or the exchange closed ends the round of its bot, or the bot.
function beginOutside({ context, bounds, isExempt }: LivenessDeps, bot: CheckedBot): void {
  const round = context.journal.views.get(bot.botId)?.round;
  bounds.begin(`L08/${bot.botId}`, {
    invariant: 'L08',
    boundMs: livenessBounds.outsideIsSeen,
    accountId: bot.accountId,
    needsLease: true,
    awaitsProof: true,
    text: `${bot.botId} does not notice that its position was closed from outside`,
    isOver: () => {
      const view = context.journal.views.get(bot.botId);
      const isSeen = view?.round !== round || view?.phase === 'error' || view?.positionSize === '0';
      return isSeen || !isActive(context, bot) || isExempt(bot);
    },
  });
}

function beginStop({ context, bounds, liveOf }: LivenessDeps, botId: string): void {
  const bot = context.roster.byId(botId);
  bounds.end(`L10/${botId}/stored`);
  if (bot === undefined) return;
  const { accountId, market } = bot;
  const text = `${botId} was stopped and is not completed`;
  const boundMs = livenessBounds.stopEnds;
  bounds.begin(`L02/${botId}`, { invariant: 'L02', boundMs, accountId, needsLease: true, awaitsProof: true, text });
  if (liveOf(market).length > 0)
    bounds.begin(`L10/${botId}/cancel`, {
      invariant: 'L10',
      boundMs: livenessBounds.stopCancels,
      accountId,
      needsLease: true,
      text: `${botId} was stopped and cancels no order`,
      isOver: () => liveOf(market).length === 0,
    });
}

function exitSideOf({ config }: CheckedBot): TrueFill['side'] {
  return config.direction === 'long' ? 'sell' : 'buy';
}

function isActive({ journal, roster }: CheckContext, bot: CheckedBot): boolean {
  return roster.inMarket(bot.market) === bot && journal.views.get(bot.botId)?.status === 'active';
}
