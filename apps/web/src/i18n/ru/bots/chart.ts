// Russian texts: the ladder chart.
import type { Section } from '../../message.ts';
import type { chart as base } from '../../en/bots/chart.ts';

export const chart: Section<typeof base> = {
  'chart.label': 'График цены с лестницей',
  'chart.asTable': 'Показать таблицей',
  'chart.asChart': 'Показать графиком',
  'chart.recent': '18 ч, свечи по 15 мин',
  'chart.ladderToCome': 'Будущая лестница',
  'chart.widthIsShare': 'ширина = доля позиции',
  'chart.cyclicComesBack': 'циклические, входят повторно',
  'chart.market': 'по рынку',
  'chart.stepNow': '{step} сейчас',
  'chart.takeProfit': 'Тейк-профит {step}',
  'chart.average': 'Ср. {step}',
  'chart.liquidation': 'Расч. ликв. {step}',
  'chart.liquidationAfterEach': 'Расч. ликвидация после каждой ступени',
  'chart.ownScale': 'своя шкала, от 0 до {price}',
  'chart.liquidationNote': 'Каждое исполнение приближает её.',
  'chart.changedByPreset': 'Изменено защитой от падения:',
  'chart.planSummary':
    '{instrument}: лестница до {deepest}, ступеней: {steps}; расчётная ликвидация, если исполнятся все: {liquidation}.',
};
