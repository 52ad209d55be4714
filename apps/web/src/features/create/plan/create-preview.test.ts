// Tests of the preview of the creation form: figures, blockers and the request.
import { createBotRequestSchema as createBotSchema, type InstrumentWire, settingsOfRequest } from '@rondo/contract';
import { decimal, formatDecimal, fractionToDecimal, normalise, ratio } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { common as en } from '../../../i18n/en/site/common.ts';
import { languages, type Language } from '../../../i18n/language.ts';
import { createTranslator } from '../../../i18n/translate.ts';
import { createBotRequest } from './create-bot-request.ts';
import { figuresOf } from './create-figures.ts';
import { initialCreateForm, reduceCreateForm, type CreateForm } from './create-form.ts';
import { previewCreate as previewIn, type CreateWorld } from './create-preview.ts';
import { listedIds } from './listed-instruments.ts';

const instrument: InstrumentWire = {
  instId: 'ETH-USDT-SWAP',
  baseCcy: 'ETH',
  quoteCcy: 'USDT',
  settleCcy: 'USDT',
  state: 'live',
  ends_at: null,
  tickSz: '0.01',
  lotSz: '0.01',
  minSz: '0.01',
  ctVal: '0.1',
  maxLmtSz: '100000000',
  maxMktSz: '90000',
  lever: '100',
  maker_fee: '0.0002',
  taker_fee: '0.0005',
  tiers: [{ max_size: null, mmr: '0.004', max_leverage: '100' }],
};
const world: CreateWorld = {
  hasInstrumentsFailed: false,
  instrument,
  lastPrice: '3412.55',
  bid: '3412.54',
  ask: '3412.56',
  available: '5303.18',
  foreignMargin: '0',
  accountId: 'a1',
  isAccountRead: true,
  keyBlock: null,
  instrumentsInUse: [],
};
const pictured: CreateForm = { ...initialCreateForm, allocation: '2000' };

const previewCreate = (form: CreateForm, at: CreateWorld, language: Language = 'en') =>
  previewIn(form, at, { language, ...createTranslator(language, en) });

test.each(['withdraw', 'refused', 'revoked', 'missing', 'readOnly'] as const)(
  'with the key in the state %s the plan is shown, and no bot can start',
  (keyBlock) => {
    const { preview, blockers } = previewCreate(pictured, { ...world, keyBlock });
    expect(preview).not.toBeNull();
    expect(blockers).toEqual([{ kind: 'key', block: keyBlock }]);
  },
);

test('the preview has the figures that the picture of the creation screen shows', () => {
  const { preview, blockers } = previewCreate(pictured, world);
  expect(blockers).toEqual([]);
  expect(preview?.rows.map((row) => formatDecimal(row.price))).toEqual(['3412.55', '3367.04', '3322.15', '3277.85']);
  expect(preview?.rows.map((row) => formatDecimal(row.contracts))).toEqual(['3.66', '3.71', '7.52', '15.25']);
  expect(preview?.rows.map((row) => row.liquidationPrice && formatDecimal(row.liquidationPrice))).toEqual([
    null,
    '680.18',
    '2022.4',
    '2665.45',
  ]);
  expect(preview?.rows.map((row) => formatDecimal(fractionToDecimal(row.average, 2, 'halfUp')))).toEqual([
    '3412.55',
    '3389.64',
    '3355.56',
    '3316.24',
  ]);
});

test('the default allocation is 90 percent of the available margin, and it is 99 percent of the available margin while another bot runs', () => {
  const allocated = (instrumentsInUse: readonly string[]) => {
    const { allocation } = previewCreate(initialCreateForm, { ...world, instrumentsInUse });
    return allocation === null ? null : formatDecimal(allocation);
  };
  expect(allocated([])).toBe('4772.86');
  expect(allocated(['SOL-USDT-SWAP'])).toBe('5250.14');
});

test('without a price there is no preview, and a blocker says that the price is missing', () => {
  const model = previewCreate(pictured, { ...world, lastPrice: null });
  expect([model.preview, model.blockers]).toEqual([null, [{ kind: 'no_price', instrumentId: 'ETH-USDT-SWAP' }]]);
});

test('a value that breaks a rule of the form blocks the creation, and the blocker names the field or the refusal', () => {
  const kinds = (form: CreateForm) =>
    previewCreate(form, world).blockers.map((b) =>
      b.kind === 'problem' ? `${b.problem.field}:${b.problem.kind}` : b.kind,
    );
  expect(kinds({ ...pictured, name: '' })).toContain('name:required');
  expect(kinds({ ...pictured, name: 'sixteen letters!' })).toContain('name:too_long');
  expect(kinds({ ...pictured, cyclicSteps: 4 })).toContain('cyclicSteps:rule');
  expect(kinds({ ...pictured, leverage: '21' })).toContain('leverage:out_of_range');
  expect(kinds({ ...pictured, allocation: '6000' })).toContain('allocation:above_available');
  expect(kinds({ ...pictured, allocation: 'lots' })).toContain('allocation:not_a_number');
  expect(kinds({ ...pictured, allocation: '1' })).toContain('refusal');
});

test('while the list of accounts is not read, the form does not ask the person to link an account', () => {
  const { blockers } = previewCreate(pictured, { ...world, accountId: null, isAccountRead: false });
  expect(blockers).toEqual([{ kind: 'loading' }]);
});

test('the creation is blocked when the instrument is in use, no account is linked, or the margin is too low', () => {
  expect(previewCreate(pictured, { ...world, instrumentsInUse: ['ETH-USDT-SWAP'] }).blockers[0]).toEqual({
    kind: 'in_use',
    instrumentId: 'ETH-USDT-SWAP',
  });
  expect(previewCreate(pictured, { ...world, accountId: null }).blockers[0]).toEqual({ kind: 'not_linked' });
  expect(previewCreate(pictured, { ...world, available: '0.5' }).blockers).toContainEqual({ kind: 'no_margin' });
});

/** Returns the request of a form, with the name and the configuration of its preview. */
function requestOf(form: typeof pictured) {
  const { settings, config, preview, name } = previewCreate(form, world);
  if (settings === null || config === null || preview === null)
    throw new Error('the preview has no settings, no configuration or no plan');
  const entry = { type: 'market' } as const;
  return {
    request: createBotRequest({ settings, name, accountId: 'a1', config, plan: preview.plan, entry }),
    name,
    config,
  };
}

test('the request contains the defence percent, one row per step of the plan, and `max_total_size`, which is allocation x leverage x ratio', () => {
  const { request, name } = requestOf(pictured);
  expect(request.basic).toMatchObject({
    symbol: 'ETH-USDT-SWAP',
    direction: 'long',
    leverage: '10',
    max_total_size: '10000',
  });
  expect(request.entry).toMatchObject({ type: 'market', count: 4, defense: 4, risk_management: { step: 1 } });
  expect(request.entry.data.map((row) => row.amount)).toEqual(['1250', '1250', '2500', '5000']);
  expect(request.size_ratio).toBe('0.5');
  // A server of the version before the field refuses it.
  expect(request.basic.auto_reentry).toEqual({ enabled: true, budget_type: 'percentage' });
  // The specification gives the values of these fields.
  expect(request).toMatchObject({
    basic: { margin_type: 'cross' },
    entry: {
      auto_amount: true,
      ai_style: 'aggressive',
      risk_management: { enabled: true, trigger_type: 'immediate', ai_trigger_style: 'boost' },
    },
    exit: { take_profit: '0.5', stop_loss: { enabled: false, value: '0', on_bot_end: false } },
    metadata: { name, description: '' },
  });
  expect(createBotSchema.safeParse(request).success).toBe(true);
});

test('a form without compounding has it off in the configuration, in the request and in what the server reads from it', () => {
  const form = reduceCreateForm(pictured, { kind: 'compound', isOn: false });
  const { request, config } = requestOf(form);
  expect([pictured.compound, config.compound]).toEqual([true, false]);
  expect(request.basic.auto_reentry.compound).toBe(false);
  expect(settingsOfRequest(createBotSchema.parse(request)).compound).toBe(false);
});

test('a form without new rounds has them off in the configuration, in the request and in what the server reads from it', () => {
  const form = reduceCreateForm(pictured, { kind: 'autoReentry', isOn: false });
  const { request, config } = requestOf(form);
  expect([pictured.autoReentry, config.autoReentry]).toEqual([true, false]);
  expect(request.basic.auto_reentry.enabled).toBe(false);
  expect(settingsOfRequest(createBotSchema.parse(request)).autoReentry).toBe(false);
});

test('a stop loss is off by default, and a typed percent becomes a fraction of the budget in the configuration and a percent in the figures and in the request', () => {
  const off = previewCreate(pictured, world);
  expect([off.settings?.stopLoss, off.config?.stopLoss]).toEqual([null, null]);
  const form = reduceCreateForm(pictured, { kind: 'optionalSetting', name: 'stopLoss', text: '12.5' });
  const { settings, config, preview, blockers, name } = previewCreate(form, world);
  if (settings === null || config === null || preview === null)
    throw new Error('the preview has no settings, no configuration or no plan');
  expect(blockers).toEqual([]);
  expect(config.stopLoss).toEqual({ fractionOfBudget: ratio(1n, 8n), endsBot: true });
  expect(figuresOf(preview, config).stopLoss).toEqual({ percent: '12.5', amount: '250' });
  const request = createBotRequest({
    settings,
    name,
    accountId: 'a1',
    config,
    plan: preview.plan,
    entry: { type: 'market' },
  });
  expect(request.exit.stop_loss).toEqual({ enabled: true, value: '12.5', on_bot_end: true });
  // `settingsOfRequest`, with which the server parses the payload, returns the settings of the preview.
  const read = settingsOfRequest(createBotSchema.parse(request));
  expect({ ...read, allocation: normalise(read.allocation) }).toEqual(settings);
  expect(reduceCreateForm(form, { kind: 'reset' }).stopLoss).toBeNull();
});

test('a typed factor of ATR is in the configuration and in the request instead of the distance, and the plan has the largest distance', () => {
  expect(previewCreate(pictured, world).config).not.toHaveProperty('atrMultiplier');
  const form = reduceCreateForm(pictured, { kind: 'optionalSetting', name: 'atrMultiplier', text: '1.5' });
  const { settings, config, preview, blockers, name } = previewCreate(form, world);
  if (settings === null || config === null || preview === null)
    throw new Error('the preview has no settings, no configuration or no plan');
  expect(blockers).toEqual([]);
  expect([config.atrMultiplier, config.stepDistance]).toEqual([decimal('1.5'), ratio(1n, 20n)]);
  const entry = { type: 'market' } as const;
  const request = createBotRequest({ settings, name, accountId: 'a1', config, plan: preview.plan, entry });
  expect(request.entry).toMatchObject({ type: 'market', atr_multiplier: '1.5' });
  expect(Object.keys(request.entry)).not.toContain('defense');
  const read = settingsOfRequest(createBotSchema.parse(request));
  expect([read.atrMultiplier, normalise(read.allocation)]).toEqual([settings.atrMultiplier, settings.allocation]);
  expect(previewCreate({ ...form, atrMultiplier: '10.1' }, world).blockers).toEqual([
    { kind: 'problem', problem: { field: 'atrMultiplier', kind: 'out_of_range', min: '0.1', max: '10' } },
  ]);
});

test.each([
  ['a defence', { kind: 'defence', percent: '6' }],
  ['a model', { kind: 'entryOption', code: 'ai-gpt' }],
  ['a rule beside the bot', { kind: 'shadow', isOn: true }],
  ['a reset', { kind: 'reset' }],
] as const)('%s ends the distance from ATR', (_name, action) => {
  const form = { ...pictured, isShadowed: true };
  const chosen = reduceCreateForm(form, { kind: 'optionalSetting', name: 'atrMultiplier', text: '2' });
  expect([chosen.atrMultiplier, chosen.isShadowed]).toEqual(['2', false]);
  expect(reduceCreateForm(chosen, action).atrMultiplier).toBeNull();
  expect(reduceCreateForm(chosen, { kind: 'entryOption', code: 'signal' }).atrMultiplier).toBe('2');
});

test('a stop loss that is out of bounds, or that is too close to the opening price, blocks the creation', () => {
  const blocked = (stopLoss: string) => previewCreate({ ...pictured, stopLoss }, world).blockers;
  expect(blocked('101')).toEqual([
    { kind: 'problem', problem: { field: 'stopLoss', kind: 'out_of_range', min: '0.1', max: '100' } },
  ]);
  const large = { ...pictured, investmentRatio: '100', leverage: '20', stopLoss: '0.1' };
  expect(previewCreate(large, world).blockers[0]).toEqual({ kind: 'stop_loss_too_tight', smallest: '0.7' });
  expect(blocked('0.1')).toEqual([{ kind: 'stop_loss_too_tight', smallest: '0.2' }]);
  expect(blocked('0.2')).toEqual([]);
  expect(blocked('20')).toEqual([]);
  expect(previewCreate({ ...pictured, stopLoss: '' }, world).config).toBeNull();
});

test.each(languages)(
  'the typed text 10,000 means ten thousand or is refused, and never means ten, in the language %s',
  (language) => {
    const rich = { ...world, available: '50000' };
    const typed = previewCreate({ ...pictured, allocation: '10,000' }, rich, language);
    if (language === 'ru') {
      const problem = { field: 'allocation', kind: 'ambiguous', whole: '10000', fraction: '10,000' };
      expect([typed.allocation, typed.problems]).toEqual([null, [problem]]);
    } else {
      const plain = previewCreate({ ...pictured, allocation: '10000' }, rich, language);
      expect([typed.problems, typed.blockers]).toEqual([[], []]);
      expect(typed.allocation).toEqual(decimal('10000'));
      expect(typed.preview).toEqual(plain.preview);
    }
  },
);

test('when the list of pairs cannot be loaded, BTC and ETH can be chosen but no bot can be started', () => {
  expect(listedIds(undefined, true)).toEqual(['BTC-USDT-SWAP', 'ETH-USDT-SWAP']);
  expect(listedIds([], true)).toEqual(['BTC-USDT-SWAP', 'ETH-USDT-SWAP']);
  expect(listedIds([instrument], false)).toEqual(['ETH-USDT-SWAP']);
  expect(listedIds(undefined, false)).toEqual([]);
  const failed = previewCreate(pictured, { ...world, instrument: null, hasInstrumentsFailed: true });
  expect([failed.preview, failed.blockers]).toEqual([null, [{ kind: 'no_instruments' }]]);
});

test.each(['halted', 'postOnly', 'expired'] as const)(
  'no bot can be started on an instrument with the trading state %s',
  (state) => {
    const { blockers } = previewCreate(pictured, { ...world, instrument: { ...instrument, state } });
    expect(blockers).toEqual([{ kind: 'suspended', instrumentId: 'ETH-USDT-SWAP' }]);
  },
);

test('no bot can be started on an instrument whose end of trading is announced', () => {
  const ending = { ...instrument, ends_at: 1_700_000_000_000 };
  expect(previewCreate(pictured, { ...world, instrument: ending }).blockers).toEqual([
    { kind: 'ending', instrumentId: 'ETH-USDT-SWAP', endsAt: 1_700_000_000_000 },
  ]);
});

test('the default allocation leaves the margin of positions without a bot free, and a typed allocation may use it', () => {
  const beside: CreateWorld = { ...world, available: '10000', foreignMargin: '1500' };
  expect(previewCreate(initialCreateForm, beside).allocation).toEqual({ units: 765_000n, scale: 2 });
  expect(previewCreate({ ...initialCreateForm, allocation: '10000' }, beside).blockers).toEqual([]);
  const none = previewCreate(initialCreateForm, { ...beside, foreignMargin: '10001' });
  expect(none.blockers.map(({ kind }) => kind)).toContain('no_margin');
});
