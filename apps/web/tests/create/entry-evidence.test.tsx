// Tests the sentence of decision 45 in the five languages: wherever the form offers a rule, it says what the comparison with random entry shows.
import { useReducer } from 'react';
import type { EntryComparison } from '@rondo/backtest';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { botConfig } from '@rondo/testkit';
import { Comparison, EntryEvidence } from '../../src/features/create/entry/entry-evidence.tsx';
import { EntryModes } from '../../src/features/create/fields/entry-modes.tsx';
import { initialCreateForm, reduceCreateForm, type CreateForm } from '../../src/features/create/plan/create-form.ts';
import { previewCreate } from '../../src/features/create/plan/create-preview.ts';
import { ruleOf } from '../../src/features/create/plan/entry-signal.ts';
import { useI18n } from '../../src/i18n/i18n-context.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import { comparedYears } from '../support/compared.ts';
import { formWorld } from '../support/form-world.ts';
import { show } from '../support/show.tsx';
import { breakWorker, serveMonth, storedMonth, whileSimulating } from '../support/stored-month.ts';

const run = { net: 50, rounds: 40, isLiquidated: false, low: 40, high: 60 };
const comparison: EntryComparison = {
  rule: run,
  always: { ...run, net: 20 },
  random: { share: 0.1, runs: 39, rounds: 38.6, low: -10, median: 5, high: 49 },
  asGood: 7,
  verdict: 'no_edge',
};

const Entry = ({ settings }: { readonly settings: Partial<CreateForm> }) => {
  const i18n = useI18n();
  const [form, dispatch] = useReducer(reduceCreateForm, { ...initialCreateForm, allocation: '2000', ...settings });
  return <EntryModes {...{ form, dispatch }} model={previewCreate(form, formWorld, i18n)} ai={null} balance={null} />;
};

/** The beginning of the sentence that says that no edge was demonstrated. */
const noEdge: Record<Language, string> = {
  en: 'No demonstrated edge over random entry',
  ko: '무작위 진입보다 낫다는 근거가 없습니다',
  ru: 'Преимущество перед случайным входом не доказано',
  zh: '没有证据表明优于随机入场',
  ja: 'ランダムなエントリーに対する優位性は示されていません',
};

const sentences: Record<Language, Record<EntryComparison['verdict'], string>> = {
  en: {
    too_few: 'Only 1 round: too few to judge.',
    no_edge: `${noEdge.en}: 7 of 39 random runs did at least as well.`,
    edge: 'Better than all 39 random runs on these candles. Among many tried rules some are better by chance.',
  },
  ko: {
    too_few: '라운드가 1회뿐이어서 판단하기에 부족합니다.',
    no_edge: `${noEdge.ko}. 무작위 39회 중 7회가 같거나 더 좋았습니다.`,
    edge: '이 캔들에서는 무작위 39회 모두보다 좋았습니다. 규칙을 많이 테스트하면 우연히 좋은 것도 나옵니다.',
  },
  ru: {
    too_few: 'Всего 1 раунд: слишком мало для вывода.',
    no_edge: `${noEdge.ru}: результат не хуже у 7 из 39 случайных прогонов.`,
    edge: 'На этих свечах лучше всех 39 случайных прогонов. Если проверить много правил, некоторые окажутся лучше случайно.',
  },
  zh: {
    too_few: '只有 1 轮，不足以判断。',
    no_edge: `${noEdge.zh}：39 次随机模拟中有 7 次不差于此信号。`,
    edge: '在这些 K 线上优于全部 39 次随机模拟。尝试的规则多了，总有一些碰巧更好。',
  },
  ja: {
    too_few: 'ラウンドが1回だけのため、判断には足りません。',
    no_edge: `${noEdge.ja}。ランダム39回のうち7回は同等以上でした。`,
    edge: 'これらのローソク足ではランダム39回のすべてを上回りました。多くのルールを試せば、偶然良い結果になるものもあります。',
  },
};

test.each(
  languages.flatMap((language) => (['too_few', 'no_edge', 'edge'] as const).map((each) => [each, language] as const)),
)('the sentence of the verdict %s stands below the comparison in the language %s', async (verdict, language) => {
  const rule = verdict === 'too_few' ? { ...run, rounds: 1 } : run;
  await show(<Comparison comparison={{ ...comparison, rule, verdict }} compared={comparedYears(3.4)} />, { language });
  await expect.element(page.getByText(sentences[language][verdict], { exact: true })).toBeVisible();
});

test.each([{ entryMode: 'signal' }, { entryMode: 'normal', isShadowed: true }] as const)(
  'the form %j offers the widths of bars that have a comparison',
  async (settings) => {
    await show(<Entry settings={settings} />);
    const bars = page.getByLabelText('Bar', { exact: true });
    await expect.element(bars).toHaveValue('1H');
    expect([...bars.element().querySelectorAll('option')].map(({ value }) => value)).toEqual(['15m', '1H', '4H', '1D']);
  },
);

test.each(languages)(
  'a form with bars of 5 minutes from a link keeps them, and has the sentence without figures in the language %s',
  async (language) => {
    const signal = { ...initialCreateForm.signal, bar: '5m' } as const;
    await show(<Entry settings={{ entryMode: 'signal', signal }} />, { language });
    await expect.element(page.getByText(noEdge[language])).toBeVisible();
    await expect.element(page.getByRole('combobox').first()).toHaveValue('5m');
  },
);

test('a worker that cannot start leaves a message and no empty boxes', async () => {
  serveMonth();
  breakWorker();
  const rules = ruleOf(initialCreateForm);
  if (rules === null || typeof rules === 'string') throw new Error('The form has a rule.');
  const evidence = <EntryEvidence bot={botConfig()} entry={rules} instrumentId="ETH-USDT-SWAP" />;
  await show(evidence, { responses: { candleCoverage: () => storedMonth() } });
  await expect.element(page.getByText('The comparison is not available.'), whileSimulating).toBeVisible();
});

test('without a plan of the form the evidence says what is missing, and not that no candles are stored', async () => {
  const rules = ruleOf(initialCreateForm);
  if (rules === null || typeof rules === 'string') throw new Error('The form has a rule.');
  const evidence = <EntryEvidence bot={null} entry={rules} instrumentId="ETH-USDT-SWAP" />;
  await show(evidence, { responses: { candleCoverage: () => storedMonth() } });
  await expect.element(page.getByText('The simulation needs valid settings and a current price.')).toBeVisible();
});
