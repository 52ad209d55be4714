// Rules of an instrument that can change while the exchange runs: state, tick size, lot size, minimum size, expiry, and
// announced changes.
import { refuse, text, type Checked, type Raw, type Refusal } from '../wire/envelope.ts';
import type { Instrument } from './instruments.ts';
import { formatBaseUnits, parseBaseUnits, type BaseUnits } from '../base-units.ts';
import type { InstrumentRule, InstrumentState } from '../state/records.ts';
import { recordChange, type World } from '../state/world.ts';

const states: readonly string[] = ['live', 'suspend', 'post_only', 'preopen', 'expired', 'rebase', 'test'];

/** Returns the current rules. Until the first change, they are the rules of the listing. */
export function ruleOf(world: World, instrument: Instrument): InstrumentRule {
  return (
    world.rules.get(instrument.instId) ?? {
      instId: instrument.instId,
      state: 'live',
      tickSteps: 1n,
      lotSteps: 1n,
      minLots: instrument.minLots,
      expiresAt: 0,
      announced: [],
    }
  );
}

/** Returns the current tick size and lot size. */
export function gridOf(world: World, instrument: Instrument): { readonly tick: BaseUnits; readonly lot: BaseUnits } {
  const rule = ruleOf(world, instrument);
  return { tick: instrument.tick * rule.tickSteps, lot: instrument.lot * rule.lotSteps };
}

/** Returns the refusal of a new order of this type. Returns undefined when the instrument accepts the order. */
export function checkTradable(world: World, instrument: Instrument, ordType: string): Refusal | undefined {
  const { state } = ruleOf(world, instrument);
  if (state === 'live' || (state === 'post_only' && ordType === 'post_only')) return undefined;
  if (state === 'post_only')
    return { sCode: '54012', sMsg: 'Only post-only orders and cancellations are allowed now.' };
  if (state === 'preopen' || state === 'test')
    return { sCode: '51021', sMsg: 'The contract is yet to be listed for trading.' };
  return state === 'expired'
    ? { sCode: '51027', sMsg: 'Contract expired.' }
    : { sCode: '51022', sMsg: 'Contract suspended.' };
}

/** Announces a change, which then takes effect after `inMs`. */
export function announceChange(world: World, instrument: Instrument, { raw, inMs }: { raw: Raw; inMs: number }): void {
  const rule = ruleOf(world, instrument);
  const effTime = String(world.clock.now() + inMs);
  const announced = (['tickSz', 'lotSz', 'minSz', 'state', 'suspendMs'] as const).flatMap((param) =>
    text(raw, param) === '' ? [] : [{ param, newValue: text(raw, param), effTime }],
  );
  applied(world, { ...rule, announced: [...rule.announced, ...announced] });
}

/** Removes every announced change of an instrument, as the exchange does when it calls a change off. */
export function callChangesOff(world: World, instrument: Instrument): void {
  applied(world, { ...ruleOf(world, instrument), announced: [] });
}

/** Changes an instrument immediately. The new tick size and lot size must be multiples of the listed tick size and lot size. */
export function changeInstrument(world: World, instrument: Instrument, raw: Raw): Checked<InstrumentRule> {
  const rule = ruleOf(world, instrument);
  const changed = withChange(instrument, rule, raw);
  return changed
    ? applied(world, changed)
    : refuse('51000', 'the state is unknown, or the tick or lot size is not a multiple of the listed size');
}

/** Removes the announced changes whose time has come from the rules of an instrument and returns the changes as the fields of one request. */
export function takeDueChanges(world: World, rule: InstrumentRule): Raw | null {
  const now = world.clock.now();
  const due = rule.announced.filter((change) => Number(change.effTime) <= now);
  if (due.length === 0) return null;
  applied(world, { ...rule, announced: rule.announced.filter((change) => !due.includes(change)) });
  return Object.fromEntries(due.map(({ param, newValue }) => [param, newValue]));
}

/** Suspends trading of an instrument for a time, and announces internally that trading then resumes. */
export function suspendFor(world: World, rule: InstrumentRule, forMs: number): void {
  const resume = { param: 'state', newValue: 'live', effTime: String(world.clock.now() + forMs) };
  applied(world, { ...rule, state: 'suspend', announced: [...rule.announced, resume] });
}

function withChange(instrument: Instrument, rule: InstrumentRule, raw: Raw): InstrumentRule | undefined {
  const steps = (name: string, unit: BaseUnits, otherwise: bigint): bigint | undefined => {
    const size = text(raw, name) === '' ? otherwise * unit : parseBaseUnits(text(raw, name));
    return size === undefined || size <= 0n || size % unit !== 0n ? undefined : size / unit;
  };
  const tickSteps = steps('tickSz', instrument.tick, rule.tickSteps);
  const lotSteps = steps('lotSz', instrument.lot, rule.lotSteps);
  const minLots = steps('minSz', instrument.lot, rule.minLots);
  const state = readState(text(raw, 'state') || rule.state);
  if (tickSteps === undefined || lotSteps === undefined || minLots === undefined || !state) return undefined;
  return { ...rule, tickSteps, lotSteps, minLots, state, expiresAt: Number(text(raw, 'expTime') || rule.expiresAt) };
}

function readState(value: string): InstrumentState | undefined {
  // The check allows exactly the values of this type.
  return states.includes(value) ? (value as InstrumentState) : undefined;
}

function applied(world: World, rule: InstrumentRule): Checked<InstrumentRule> {
  world.rules.set(rule.instId, rule);
  recordChange(world, { kind: 'rule', value: rule });
  world.notices.push({ kind: 'instrument', instId: rule.instId });
  return { ok: true, value: rule };
}

/** Returns the fields of an instrument row that can change. */
export function ruleFields(world: World, instrument: Instrument): Record<string, unknown> {
  const rule = ruleOf(world, instrument);
  const grid = gridOf(world, instrument);
  return {
    tickSz: formatBaseUnits(grid.tick),
    lotSz: formatBaseUnits(grid.lot),
    minSz: formatBaseUnits(rule.minLots * instrument.lot),
    state: rule.state,
    expTime: rule.expiresAt === 0 ? '' : String(rule.expiresAt),
    upcChg: rule.announced.filter(({ param }) => param !== 'state' && param !== 'suspendMs'),
  };
}
