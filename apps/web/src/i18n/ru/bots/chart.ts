// Russian texts: the ladder chart.
import type { Section } from '../../message.ts';
import type { chart as base } from '../../en/bots/chart.ts';

export const chart: Section<typeof base> = {
  'chart.label': 'График цены с лестницей',
  'chart.asTable': 'Таблицей',
  'chart.asChart': 'Графиком',
  'chart.span': '18 ч',
  'chart.recent': 'Последние 18 ч, 15 мин',
  'chart.ladderToCome': 'Будущая лестница',
  'chart.widthIsShare': 'ширина = доля позиции',
  'chart.cyclicComesBack': 'цикл, возвращается',
  'chart.market': 'рынок',
  'chart.stepNow': '{step} сейчас',
  'chart.takeProfit': 'ТП {step}',
  'chart.exit': 'Выход {step}',
  'chart.average': 'Ср. {step}',
  'chart.liquidation': 'Ликв. {step}',
  'chart.liquidationAfterEach': 'Расч. ликвидация после шага',
  'chart.ownScale': 'своя шкала, от 0 до {price}',
  'chart.liquidationNote': 'Каждое исполнение приближает её.',
  'chart.planSummary':
    '{instrument}: лестница из шагов ({steps}) до {deepest}; расчётная ликвидация при всех исполнениях: {liquidation}.',
};
