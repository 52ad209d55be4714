// Russian texts: the demo.
import type { demo as base } from '../../en/bots/demo.ts';
import type { Section } from '../../message.ts';

export const demo: Section<typeof base> = {
  'demo.label': 'Демо — не настоящие деньги',
  'demo.title': 'Демосчёт',
  'demo.account': '{balance} USDT, симуляция',
  'demo.tabs': 'Раздел',
  'demo.tab.bots': 'Боты',
  'demo.tab.history': 'История',
  'demo.scene': 'Рынок',
  'demo.scene.all': 'Все',
  'demo.scene.sideways': 'Боковик',
  'demo.scene.fall': 'Падение',
  'demo.scene.rebound': 'Отскок',
  'demo.scene.trend': 'Рост',
  'demo.speed': 'Скорость',
  'demo.result': 'Итог за весь период',
  'demo.worst': 'Максимальная просадка за весь период',
  'demo.bot': 'Бот в конце периода',
  'demo.bot.note':
    'Симуляция, на {time}. Выделенная сумма одинакова для каждого раунда. Ордера на биржу не отправляются.',
  'demo.bot.waiting': 'Прошлый раунд завершён, следующий откроется со следующей свечой.',
  'demo.history.ended': 'Завершён',
  'demo.history.lasted': 'Длился',
  'demo.history.end': 'Причина',
  'demo.history.net': 'Чистый результат, USDT',
  'demo.history.exit': 'тейк-профит',
  'demo.history.stop': 'стоп-лосс',
  'demo.history.liquidation': 'ликвидация',
  'demo.history.none': 'Ни один раунд ещё не завершён.',
  'demo.history.partial': 'Раунды: показаны последние {shown} из {total}.',
  'demo.span': 'Свечи для показа',
  'demo.span.days3': '3 дня',
  'demo.span.days12': '12 дней',
  'demo.span.days50': '50 дней',
  'demo.failed': 'Не удалось загрузить цены или свечи. Запрос повторяется.',
  'demo.none': 'С этими настройками нельзя выставить ни одного ордера.',
  'demo.settings':
    '{direction} {leverage}x, ступеней: {steps}, шаг {distance}, циклических: {cyclic}, тейк-профит {profit}',
  'demo.totals':
    'По всем свечам: раундов {rounds}, циклов {cycles}, завершённые раунды {net} USDT после комиссий, открытый раунд {open} USDT. Показан самый долгий раунд.',
  'demo.liquidated': 'Ликвидация. Раундов: {rounds}. Итог: {net} USDT. Показан последний раунд.',
  'demo.source':
    'Симуляция по последним свечам биржи с выделенной суммой из формы. Без фандинга. Прошлые результаты не гарантируют будущих.',
  'demo.sourceSandbox':
    'Симуляция по последним вымышленным свечам учебной биржи с выделенной суммой из формы. Без фандинга. Прошлые результаты не гарантируют будущих.',
  'demo.notice': 'В демо боты не создаются.',
};
