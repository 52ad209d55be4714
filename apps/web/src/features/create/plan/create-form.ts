// The creation form as a plain reducer: related fields are reset in the action that changes them, never in an effect.
import { formatDecimal, parsePercent, ratioToPercent, type Ratio } from '@rondo/decimal';
import {
  aiInstruments,
  crashDefencePresets,
  botSettings,
  defaultDefencePercent,
  defaultInstrument,
  defaultOptionCode,
  gridModeSteps,
  maxBotNameLength,
  stepDistanceRatio,
  takeProfitSpeedPercent,
  type CrashDefencePreset,
  type GridMode,
  type StepDistance,
  type TakeProfitSpeed,
} from '@rondo/strategy';
import type { Language } from '../../../i18n/language.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { initialSignal, type SignalChoice } from './entry-signal.ts';
import { percentSignOf } from '../../../lib/numbers/format.ts';

export type EntryMode = 'normal' | 'signal' | 'ai';

/** The settings of the margin, in the order of their rows. The manual tab shows these rows above the ladder. */
export const marginSettings = ['investmentRatio', 'leverage'] as const;

/** The settings of the exits, in the order of their rows. The manual tab shows these rows below the ladder. */
export const exitSettings = ['takeProfit', 'cycleCredit'] as const;

/** The settings that the form stores as text. Each setting has a row in the manual tab. */
export const typedSettings = [...marginSettings, ...exitSettings] as const;
export type TypedSetting = (typeof typedSettings)[number];

/** The settings that can be off. The text of a setting that is off is null. */
export const optionalSettings = ['stopLoss', 'atrMultiplier'] as const;
export type OptionalSetting = (typeof optionalSettings)[number];

/**
 * The form. Percents and amounts are stored as the typed text. The numbers of steps are stored as numbers. `distance` is a chosen defence,
 * or the value of the slider.
 */
export interface CreateForm
  extends Readonly<Record<TypedSetting, string>>, Readonly<Record<OptionalSetting, string | null>> {
  readonly tab: 'easy' | 'manual';
  readonly instrumentId: string;
  readonly direction: 'long' | 'short';
  readonly martinSteps: number;
  readonly cyclicSteps: number;
  readonly distance:
    | { readonly kind: 'defence'; readonly percent: string }
    | { readonly kind: 'manual'; readonly percent: string };
  /** Whether a new round follows a base exit. Otherwise the bot ends after its first round. */
  readonly autoReentry: boolean;
  /** Whether the profit of a round is added to the budget of the next round. */
  readonly compound: boolean;
  readonly entryMode: EntryMode;
  readonly entryOptionCode: string;
  /** The signal of the mode `signal`, or of the rule beside the bot. */
  readonly signal: SignalChoice;
  /** Whether the rule of `signal` is computed beside a bot of the mode `normal`, without acting. */
  readonly isShadowed: boolean;
  /** The instrument for which the AI option was replaced by the 4 % defence, or null. */
  readonly refusedAiInstrument: string | null;
  readonly allocation: string | null; // null: the bot gets all available margin
  readonly name: string | null; // null: the bot gets the suggested name
  /** The settings before the last choice of a preset. Null when a setting was changed since then, or no preset was chosen. */
  readonly beforePreset: PresetSettings | null;
}

/** The settings that a preset changes. */
export type PresetSettings = Pick<CreateForm, 'investmentRatio' | 'leverage'>;

export type CreateAction =
  | { readonly kind: 'tab'; readonly tab: CreateForm['tab'] }
  | { readonly kind: 'instrument'; readonly id: string }
  | { readonly kind: 'direction'; readonly direction: CreateForm['direction'] }
  | { readonly kind: 'preset'; readonly preset: CrashDefencePreset }
  | { readonly kind: 'defence'; readonly percent: string }
  | { readonly kind: 'grid'; readonly mode: GridMode }
  | { readonly kind: 'speed'; readonly speed: TakeProfitSpeed }
  | { readonly kind: 'setting'; readonly name: TypedSetting; readonly text: string }
  | { readonly kind: 'optionalSetting'; readonly name: OptionalSetting; readonly text: string | null }
  | { readonly kind: 'stepDistance' | 'allocation' | 'name'; readonly text: string }
  | { readonly kind: 'martinSteps' | 'cyclicSteps'; readonly count: number }
  | { readonly kind: 'entryOption'; readonly code: string }
  | { readonly kind: 'signal'; readonly change: Partial<SignalChoice> }
  | { readonly kind: 'shadow' | 'compound' | 'autoReentry'; readonly isOn: boolean }
  | { readonly kind: 'instrumentsInUse'; readonly ids: readonly string[]; readonly free: readonly string[] }
  | { readonly kind: 'imported'; readonly form: CreateForm }
  | { readonly kind: 'reset' };

/** The initial form (specification 4; decision 5: easy mode then shows "balanced" and "fast"). */
export const initialCreateForm: CreateForm = {
  tab: 'easy',
  instrumentId: defaultInstrument,
  direction: botSettings.direction.default,
  investmentRatio: botSettings.investmentRatio.default,
  leverage: botSettings.leverage.default,
  martinSteps: Number(botSettings.martinSteps.default),
  cyclicSteps: Number(botSettings.cyclicSteps.default),
  distance: { kind: 'defence', percent: String(defaultDefencePercent) },
  takeProfit: botSettings.takeProfit.default,
  cycleCredit: botSettings.cycleCredit.default,
  stopLoss: botSettings.stopLoss.default,
  atrMultiplier: botSettings.atrMultiplier.default,
  autoReentry: botSettings.autoReentry.default,
  compound: botSettings.compound.default,
  entryMode: 'normal',
  entryOptionCode: defaultOptionCode,
  signal: initialSignal,
  isShadowed: false,
  refusedAiInstrument: null,
  allocation: null,
  name: null,
  beforePreset: null,
};

export function reduceCreateForm(form: CreateForm, action: CreateAction): CreateForm {
  const next = change(form, action);
  const keepsMarks = action.kind === 'preset' || action.kind === 'tab' || action.kind === 'name';
  const isKept = keepsMarks || next.beforePreset === null || next === form;
  return isKept ? next : { ...next, beforePreset: null };
}

function change(form: CreateForm, action: CreateAction): CreateForm {
  switch (action.kind) {
    case 'tab':
      return { ...form, tab: action.tab };
    case 'instrument':
      return keepAllowedEntry({ ...form, instrumentId: action.id });
    case 'direction':
      return { ...form, direction: action.direction };
    case 'preset':
      return choosePreset(form, action.preset);
    case 'defence':
      return {
        ...form,
        distance: { kind: 'defence', percent: action.percent },
        atrMultiplier: null,
        entryMode: 'normal',
        entryOptionCode: `${action.percent}p`,
        refusedAiInstrument: null,
      };
    case 'grid':
      return { ...form, martinSteps: gridModeSteps[action.mode], cyclicSteps: 1 };
    case 'speed':
      return { ...form, takeProfit: takeProfitSpeedPercent[action.speed] };
    case 'stepDistance':
      return { ...form, distance: { kind: 'manual', percent: action.text } };
    case 'martinSteps':
      return { ...form, martinSteps: action.count };
    case 'cyclicSteps':
      return { ...form, cyclicSteps: action.count };
    case 'entryOption':
      return keepAllowedEntry(chooseEntry(form, action.code));
    case 'signal':
      return changeSignal(form, action.change);
    case 'shadow':
      return action.isOn
        ? { ...form, isShadowed: true, signal: ruleChoice(form.signal), atrMultiplier: null }
        : { ...form, isShadowed: false };
    case 'compound':
    case 'autoReentry':
      return { ...form, [action.kind]: action.isOn };
    case 'instrumentsInUse':
      return leaveBusyInstrument(form, action);
    case 'imported':
      return keepAllowedEntry(action.form);
    case 'reset':
      return { ...initialCreateForm, tab: form.tab };
    case 'setting':
      return { ...form, [action.name]: action.text };
    case 'optionalSetting':
      return changeOptional(form, action.name, action.text);
    case 'allocation':
    case 'name':
      return { ...form, [action.kind]: action.text };
    default:
      return action satisfies never;
  }
}

function choosePreset(form: CreateForm, preset: CrashDefencePreset): CreateForm {
  return {
    ...form,
    investmentRatio: String(preset.investmentRatioPercent),
    leverage: String(preset.leverage),
    beforePreset: { investmentRatio: form.investmentRatio, leverage: form.leverage },
  };
}

/** A bot with a distance from ATR waits for a reading before each round, so no rule can be observed beside it (strategy 8.7). */
function changeOptional(form: CreateForm, name: OptionalSetting, text: string | null): CreateForm {
  const isShadowed = form.isShadowed && (name !== 'atrMultiplier' || text === null);
  return { ...form, [name]: text, isShadowed };
}

/** A model chooses the distance of its rounds. */
function chooseEntry(form: CreateForm, code: string): CreateForm {
  const defence = /^(\d+)p$/.exec(code)?.[1];
  if (defence !== undefined)
    return { ...form, entryMode: 'normal', entryOptionCode: code, distance: { kind: 'defence', percent: defence } };
  if (code.startsWith('ai')) return { ...form, entryMode: 'ai', entryOptionCode: code, atrMultiplier: null };
  return { ...form, entryMode: 'signal', entryOptionCode: form.signal.kind };
}

/** Another rule has another default of the setting `when`. */
function changeSignal(form: CreateForm, change: Partial<SignalChoice>): CreateForm {
  const isOther = change.kind !== undefined && change.kind !== form.signal.kind;
  const signal = { ...form.signal, ...change, ...(isOther ? { when: null } : {}) };
  if (form.entryMode === 'normal' && form.isShadowed) return { ...form, signal };
  const isShadowed = form.isShadowed && signal.kind !== 'webhook';
  return { ...form, signal, isShadowed, entryMode: 'signal', entryOptionCode: signal.kind };
}

/** Returns the choice, or RSI for messages, because messages are no rule. */
function ruleChoice(signal: SignalChoice): SignalChoice {
  return signal.kind === 'webhook' ? { ...signal, kind: 'rsi', when: null } : signal;
}

/** Specification 4: when the AI option does not support the chosen instrument, the form changes to the 4 % defence and shows an error message. */
function keepAllowedEntry(form: CreateForm): CreateForm {
  if (form.entryOptionCode !== 'ai-gpt' || aiInstruments.includes(form.instrumentId))
    return { ...form, refusedAiInstrument: null };
  return { ...chooseEntry(form, '4p'), refusedAiInstrument: form.instrumentId };
}

/** Specification 4: a chosen instrument that is in use is replaced by ETH, or by the first free instrument when ETH is in use. */
function leaveBusyInstrument(
  form: CreateForm,
  action: { ids: readonly string[]; free: readonly string[] },
): CreateForm {
  if (!action.ids.includes(form.instrumentId)) return form;
  const next = action.free.includes(defaultInstrument) ? defaultInstrument : action.free[0];
  return next === undefined ? form : keepAllowedEntry({ ...form, instrumentId: next });
}

/** Returns the distance between steps as an exact ratio (0.0133...), or null while the typed text is not a number (strategy 1). */
export function stepDistanceOf(form: CreateForm): Ratio | null {
  const chosen = chosenDistance(form);
  return chosen === null ? null : stepDistanceRatio(chosen, form.martinSteps);
}

/** Returns the chosen distance or the chosen defence. Returns null while the typed text is not a number. */
export function chosenDistance({ distance }: CreateForm): StepDistance | null {
  const percent = parsePercent(distance.percent);
  if (percent === undefined) return null;
  return { kind: distance.kind === 'manual' ? 'percent' : 'defence', percent };
}

/** Returns the distance for the slider in percent, rounded half up to two decimal places. */
export function stepDistanceText(form: CreateForm): string {
  if (form.distance.kind === 'manual') return form.distance.percent;
  const ratio = stepDistanceOf(form);
  if (ratio === null) return '';
  return formatDecimal(ratioToPercent(ratio, 2));
}

/** The language in which the form reads amounts and suggests a name. */
export type FormLanguage = { readonly t: Translate; readonly language: Language };

/** Returns the preset that has the budget ratio and the leverage of the form, or null when no preset has them. */
export function presetOf(form: CreateForm): CrashDefencePreset | null {
  return (
    crashDefencePresets.find(
      (preset) =>
        String(preset.investmentRatioPercent) === form.investmentRatio && String(preset.leverage) === form.leverage,
    ) ?? null
  );
}

/**
 * Returns the suggested name in the language of the person. It has the base currency, the direction and the fall that the preset covers. The
 * percent is left out when the name would have more than 15 characters, because a shortened percent would be another number.
 */
export function suggestedName(form: CreateForm, { t, language }: FormLanguage): string {
  const name = `${form.instrumentId.split('-')[0] ?? ''} ${t(`common.${form.direction}`)}`;
  const preset = presetOf(form);
  const full = preset === null ? name : `${name} ${preset.fallPercent}${percentSignOf(language)}`;
  return full.length <= maxBotNameLength ? full : name.slice(0, maxBotNameLength).trimEnd();
}
