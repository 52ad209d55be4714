// Checks I33: a held bot begins no round, sends no entry at the level `entries`, and its exits stay. The holds are read from the stored events and
// not from the state of the strategy.
import type { IntentRow } from '@rondo/engine';
import type { StrategyEvent } from '@rondo/strategy';
import type { JournalContents } from '@rondo/testkit';
import type { CheckedBot } from './roster.ts';
import { isLive } from './truth.ts';

type Hold = { readonly level: 'rounds' | 'entries'; readonly until: number | null };

/** The holds of each bot by their owners. */
export type HeldBots = Map<string, Map<string, Hold>>;

type Context = {
  readonly journal: Pick<JournalContents, 'events' | 'intents' | 'intentsByBot'>;
  readonly seen: { readonly heldBots: HeldBots };
  readonly now: () => number;
  readonly report: (violation: { readonly invariant: string; readonly at: number; readonly text: string }) => void;
};

/** Records a stored event. The events of holds are `hold`, `release` and `waitOver`. */
export function noteHold(heldBots: HeldBots, botId: string, event: StrategyEvent): void {
  const holds = heldBots.get(botId) ?? new Map<string, Hold>();
  heldBots.set(botId, holds);
  if (event.kind === 'hold') holds.set(event.by, { level: event.level, until: event.until });
  if (event.kind === 'release') holds.delete(event.by);
  if (event.kind !== 'waitOver') return;
  for (const [owner, { until }] of holds) if (until !== null && until <= event.at) holds.delete(owner);
}

/** Checks an intent that is about to be committed. */
export function checkHeldEntry(context: Context, { slot, verb, clientId }: IntentRow): void {
  const level = levelOf(context, slot.botId);
  if (level === null || verb !== 'place' || slot.kind !== 'entry') return;
  if (level === 'rounds' && slot.step > 1) return;
  const text = `entry ${clientId} of a bot with a hold of the level ${level} is committed`;
  context.report({ invariant: 'I33', at: context.now(), text });
}

/** Checks the orders of a held bot at the end of the run. A user who cancels an exit twice has no exit, so the exits of his bot are not checked. */
export function checkHeldOrders(context: Context, bot: CheckedBot): void {
  const level = levelOf(context, bot.botId);
  if (level === null) return;
  const fail = (text: string): void =>
    context.report({ invariant: 'I33', at: context.now(), text: `${bot.botId}: ${text}` });
  const kinds = (context.journal.intentsByBot.get(bot.botId) ?? []).flatMap((id) => {
    const intent = context.journal.intents.get(id);
    const order = intent?.verb === 'place' ? bot.market.byClientId.get(intent.clientId) : undefined;
    return intent !== undefined && order !== undefined && isLive(order) ? [intent.slot.kind] : [];
  });
  if (level === 'entries' && kinds.includes('entry')) fail('an entry of the held bot rests');
  const events = context.journal.events.get(bot.botId) ?? [];
  if (bot.market.position === 0n || events.some(({ key }) => key.endsWith(':user'))) return;
  if (!kinds.some((kind) => kind === 'takeProfit' || kind === 'baseExit'))
    fail('the position of the held bot has no exit');
}

function levelOf({ seen }: Context, botId: string): Hold['level'] | null {
  const levels = [...(seen.heldBots.get(botId)?.values() ?? [])].map(({ level }) => level);
  if (levels.length === 0) return null;
  return levels.includes('entries') ? 'entries' : 'rounds';
}
