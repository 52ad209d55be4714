// The settings of a bot as a text and as the query of a link. They have no amount, no name and no account.
import { compareDecimals, decimal, divideFractions, parseDecimal, toFraction } from '@rondo/decimal';
import { signalBars } from '@rondo/signals';
import { botSettings, defencePercents, type SettingBounds } from '@rondo/strategy';
import { versionName } from './version-name.ts';

const names = [
  'instrument',
  'direction',
  'investmentRatio',
  'leverage',
  'martinSteps',
  'cyclicSteps',
  'defense',
  'stepDistance',
  'atrMultiplier',
  'takeProfit',
  'cycleCredit',
  'stopLoss',
  'compound',
  'autoReentry',
  'entry',
  'shadow',
  'bar',
  'length',
  'level',
  'when',
] as const;
type Name = (typeof names)[number];

/** The settings as texts. Exactly one of `defense`, `stepDistance` and `atrMultiplier` is there. `stopLoss` is "none" for a bot without a stop loss. */
export type SharedSettings = Readonly<Partial<Record<Name, string>>>;

/** Why a text is refused. `name` is the setting as it is written in the text. */
export type SettingsProblem =
  | { readonly kind: 'unreadable' | 'version' }
  | { readonly kind: 'unknown' | 'missing' | 'twice'; readonly name: string }
  | { readonly kind: 'value'; readonly name: string; readonly value: string };

export type SettingsReading =
  | { readonly ok: true; readonly settings: SharedSettings }
  | { readonly ok: false; readonly problem: SettingsProblem };

const version = '1';

/** The longest text that is read. Settings with all names have less than 400 characters. */
const maxLength = 2_000;

const oneOf =
  (...words: readonly string[]) =>
  (text: string): boolean =>
    words.includes(text);

const isWithin =
  ({ min, max, step }: SettingBounds) =>
  (text: string): boolean => {
    const value = /^\d+(\.\d+)?$/.test(text) ? parseDecimal(text) : undefined;
    if (value === undefined || compareDecimals(value, decimal(min)) < 0 || compareDecimals(value, decimal(max)) > 0)
      return false;
    return divideFractions(toFraction(value), toFraction(decimal(step))).d === 1n;
  };

const isStopLoss = isWithin(botSettings.stopLoss);
const isShortNumber = (text: string): boolean => /^\d{1,4}(\.\d{1,4})?$/.test(text);

const accepts: Readonly<Record<Name, (text: string) => boolean>> = {
  instrument: (text) => /^[A-Z0-9]{1,20}-[A-Z0-9]{1,10}-SWAP$/.test(text),
  direction: oneOf(...botSettings.direction.choices),
  investmentRatio: isWithin(botSettings.investmentRatio),
  leverage: isWithin(botSettings.leverage),
  martinSteps: isWithin(botSettings.martinSteps),
  cyclicSteps: isWithin(botSettings.cyclicSteps),
  defense: oneOf(...defencePercents.map(String)),
  stepDistance: isWithin(botSettings.stepDistance),
  atrMultiplier: isWithin(botSettings.atrMultiplier),
  takeProfit: isWithin(botSettings.takeProfit),
  cycleCredit: isWithin(botSettings.cycleCredit),
  stopLoss: (text) => text === 'none' || isStopLoss(text),
  // A text without these names is a bot that compounds and begins new rounds.
  compound: oneOf('on', 'off'),
  autoReentry: oneOf('on', 'off'),
  entry: oneOf('market', 'ai-gpt', 'rsi', 'ichimoku', 'webhook'),
  shadow: oneOf('rsi', 'ichimoku'),
  bar: oneOf(...Object.keys(signalBars)),
  length: isShortNumber,
  level: isShortNumber,
  when: oneOf('crossing', 'while'),
};

const needed = [
  'instrument',
  'direction',
  'investmentRatio',
  'leverage',
  'martinSteps',
  'cyclicSteps',
  'takeProfit',
  'cycleCredit',
  'stopLoss',
  'entry',
] as const satisfies readonly Name[];

const isName = (text: string): text is Name => names.some((name) => name === text);

const fieldsOf = (settings: SharedSettings): readonly (readonly [string, string])[] => [
  [versionName, version],
  ...names.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]] as const])),
];

/** Writes the settings as lines of `name=value`. */
export const writeSettings = (settings: SharedSettings): string =>
  fieldsOf(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');

/** Returns the query of a link that opens the form with the settings. */
export const queryOfSettings = (settings: SharedSettings): string =>
  new URLSearchParams(fieldsOf(settings).map(([name, value]) => [name, value])).toString();

/** Reads a text or a link with settings. A wrong text is refused as a whole, and no default replaces a setting. */
export function readSettings(text: string): SettingsReading {
  const pairs = pairsOf(text.trim());
  if (text.length > maxLength || pairs === null) return refuse({ kind: 'unreadable' });
  const [first, ...rest] = pairs;
  if (first?.[0] !== versionName) return refuse({ kind: 'unreadable' });
  if (first[1] !== version) return refuse({ kind: 'version' });
  let settings: SharedSettings = {};
  for (const [name, value] of rest) {
    if (!isName(name)) return refuse({ kind: 'unknown', name });
    if (settings[name] !== undefined) return refuse({ kind: 'twice', name });
    if (!accepts[name](value)) return refuse({ kind: 'value', name, value });
    settings = { ...settings, [name]: value };
  }
  const problem = problemOf(settings);
  return problem === null ? { ok: true, settings } : refuse(problem);
}

const refuse = (problem: SettingsProblem): SettingsReading => ({ ok: false, problem });

/** Returns the names and values of a link or of lines, or null when a part has no "=". */
function pairsOf(text: string): readonly (readonly [string, string])[] | null {
  const isLink = /^[^\n]*[?&]/.test(text);
  if (isLink) return [...new URLSearchParams(text.slice(text.indexOf('?') + 1))];
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.some((line) => !line.includes('='))) return null;
  return lines.map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()]);
}

/** Returns the first problem that several settings have together. */
function problemOf(settings: SharedSettings): SettingsProblem | null {
  const { martinSteps, cyclicSteps, defense, stepDistance, atrMultiplier, entry, shadow, bar } = settings;
  const missing = needed.find((name) => settings[name] === undefined);
  if (missing !== undefined) return { kind: 'missing', name: missing };
  const distances = [defense, stepDistance, atrMultiplier].filter((each) => each !== undefined);
  if (distances.length === 0) return { kind: 'missing', name: 'stepDistance' };
  if (distances.length > 1) return { kind: 'twice', name: 'stepDistance' };
  // A model chooses the distance of its rounds.
  if (atrMultiplier !== undefined && entry === 'ai-gpt')
    return { kind: 'value', name: 'atrMultiplier', value: atrMultiplier };
  if (cyclicSteps !== undefined && Number(cyclicSteps) >= Number(martinSteps))
    return { kind: 'value', name: 'cyclicSteps', value: cyclicSteps };
  const hasRule = entry === 'rsi' || entry === 'ichimoku' || shadow !== undefined;
  if (hasRule && bar === undefined) return { kind: 'missing', name: 'bar' };
  if (shadow !== undefined && (entry !== 'market' || atrMultiplier !== undefined))
    return { kind: 'value', name: 'shadow', value: shadow };
  return null;
}
