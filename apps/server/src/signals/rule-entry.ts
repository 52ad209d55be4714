// The rule of an entry: its fields in a request, and the name of the rule in stored readings.
import type { ParsedCreateBotRequest } from '@rondo/contract';
import { readRule, type SignalBar, type SignalDirection, type SignalRule } from '@rondo/signals';
import { ApiError } from '../api/api-error.ts';
import { isWaitingType } from '../bots/bot-config.ts';

/** The rule of an entry with the width of its bars. The rule never is ATR, because ATR decides only the distance. */
export type RuleEntry = { readonly rule: SignalRule; readonly bar: SignalBar };

/** Returns the rule of a request, or null when its entry has no rule. Throws VALIDATION at the first wrong field. */
export function ruleEntryOf({ entry, basic }: ParsedCreateBotRequest): RuleEntry | null {
  const { type, signal } = entry;
  if (type !== 'rsi' && type !== 'ichimoku') {
    if (signal !== undefined) throw wrongField('entry.signal', 'belongs to the entry types rsi and ichimoku');
    return null;
  }
  if (signal === undefined) throw wrongField('entry.signal', 'is missing');
  if (signal.rule !== undefined && signal.rule !== type) throw wrongField('entry.signal.rule', `must be ${type}`);
  return readEntry('entry.signal', { ...signal, rule: type }, basic.direction);
}

/** Returns the rule that is computed beside the bot and does not act, or null when the request has none. Throws VALIDATION at the first wrong field. */
export function shadowEntryOf({ entry, basic }: ParsedCreateBotRequest): RuleEntry | null {
  if (entry.shadow === undefined) return null;
  if (isWaitingType(entry.type) || entry.atr_multiplier !== undefined)
    throw wrongField('entry.shadow', 'belongs to entries that open at once');
  return readEntry('entry.shadow', entry.shadow, basic.direction);
}

type Signal = NonNullable<ParsedCreateBotRequest['entry']['shadow']>;

function readEntry(field: string, signal: Signal, direction: SignalDirection): RuleEntry {
  const read = readRule(signal, direction);
  if (!read.ok) throw wrongField(`${field}.${read.refusal.field}`, read.refusal.reason);
  return { rule: read.rule, bar: signal.bar };
}

function wrongField(field: string, reason: string): ApiError {
  return new ApiError('VALIDATION', { field, parameters: { field, reason } });
}

/** Returns a rule in the form of the API. Throws for ATR, which never is the rule of an entry. */
export function ruleResponseOf({ rule, bar }: RuleEntry) {
  switch (rule.kind) {
    case 'rsi':
      return { rule: rule.kind, bar, length: rule.length, level: String(rule.level), when: rule.when };
    case 'ichimoku':
      return { rule: rule.kind, bar, length: null, level: null, when: rule.when };
    case 'atr':
      throw new Error('ATR is not the rule of an entry.');
    default:
      return rule satisfies never;
  }
}

/** Returns the name of a rule with its settings and the direction, for example `rsi long 14 30 crossing`. */
export function ruleKeyOf(rule: SignalRule, direction: SignalDirection): string {
  switch (rule.kind) {
    case 'rsi':
      return `rsi ${direction} ${rule.length} ${rule.level} ${rule.when}`;
    case 'ichimoku':
      return `ichimoku ${direction} ${rule.when}`;
    case 'atr':
      return `atr ${rule.length}`;
    default:
      return rule satisfies never;
  }
}
