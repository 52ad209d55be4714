// The form with the settings of a text or a link. The allocation and the name are those of a new form.
import type { SharedSettings } from '../../settings-text/settings-text.ts';
import { initialCreateForm, type CreateForm } from './create-form.ts';
import { barNamed, initialSignal, type SignalChoice } from './entry-signal.ts';

/** Returns the form with settings that were read from a text. The manual tab shows all of them. */
export function importedForm(settings: SharedSettings): CreateForm {
  const { direction, stopLoss, entry } = settings;
  const isSignal = entry === 'rsi' || entry === 'ichimoku' || entry === 'webhook';
  return {
    ...initialCreateForm,
    tab: 'manual',
    instrumentId: settings.instrument ?? initialCreateForm.instrumentId,
    direction: direction === 'short' ? 'short' : 'long',
    investmentRatio: settings.investmentRatio ?? '',
    leverage: settings.leverage ?? '',
    martinSteps: Number(settings.martinSteps),
    cyclicSteps: Number(settings.cyclicSteps),
    ...distanceOf(settings),
    takeProfit: settings.takeProfit ?? '',
    cycleCredit: settings.cycleCredit ?? '',
    stopLoss: stopLoss === undefined || stopLoss === 'none' ? null : stopLoss,
    autoReentry: settings.autoReentry !== 'off',
    compound: settings.compound !== 'off',
    entryMode: isSignal ? 'signal' : entry === 'ai-gpt' ? 'ai' : 'normal',
    entryOptionCode: entry === undefined || entry === 'market' ? `${settings.defense ?? '4'}p` : entry,
    signal: signalOf(settings),
    isShadowed: settings.shadow !== undefined,
  };
}

function distanceOf({
  defense,
  stepDistance,
  atrMultiplier,
}: SharedSettings): Pick<CreateForm, 'distance' | 'atrMultiplier'> {
  if (atrMultiplier !== undefined) return { distance: initialCreateForm.distance, atrMultiplier };
  if (defense !== undefined) return { distance: { kind: 'defence', percent: defense }, atrMultiplier: null };
  return { distance: { kind: 'manual', percent: stepDistance ?? '' }, atrMultiplier: null };
}

function signalOf({ entry, shadow, bar, length, level, when }: SharedSettings): SignalChoice {
  const kind = shadow ?? entry;
  if (kind !== 'rsi' && kind !== 'ichimoku' && kind !== 'webhook') return initialSignal;
  return {
    kind,
    bar: barNamed(bar) ?? initialSignal.bar,
    length: length ?? initialSignal.length,
    level: level ?? null,
    when: when === 'while' || when === 'crossing' ? when : null,
  };
}
