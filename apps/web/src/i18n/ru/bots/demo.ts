// Russian texts: the demo.
import type { demo as base } from '../../en/bots/demo.ts';
import type { Section } from '../../message.ts';

export const demo: Section<typeof base> = {
  'demo.label': 'Демо – не настоящие деньги',
  'demo.title': 'Демо-счёт',
  'demo.account': '{balance} USDT, симуляция',
  'demo.span': 'Свечи для показа',
  'demo.span.days3': '3 дня',
  'demo.span.days12': '12 дней',
  'demo.span.days50': '50 дней',
  'demo.failed': 'Не удалось загрузить цены или свечи. Запрос повторяется.',
  'demo.none': 'С этими настройками по первой цене нельзя поставить ни одной заявки.',
  'demo.settings': '{direction} x{leverage}, шагов {steps} по {distance}, циклических {cyclic}, тейк-профит {profit}',
  'demo.totals':
    'По всем свечам: раундов {rounds}, циклов {cycles}, итог после комиссий {net} USDT, ещё открыто {open} USDT. Показан самый долгий раунд.',
  'demo.liquidated': 'Ликвидация, раундов {rounds}: всего {net} USDT. Показан раунд, который всё закончил.',
  'demo.source':
    'Симуляция по последним свечам биржи со всем демо-счётом. Без фандинга. Прошлое ничего не говорит о завтрашнем дне.',
  'demo.run': 'Показать с этими настройками',
  'demo.notice': 'В демо боты не создаются.',
};
