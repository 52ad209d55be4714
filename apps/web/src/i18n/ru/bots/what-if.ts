// Russian texts: the what-if strip.
import type { whatIf as base } from '../../en/bots/what-if.ts';
import type { Section } from '../../message.ts';

export const whatIf: Section<typeof base> = {
  'whatIf.title': 'Что дали бы эти настройки в прошлом',
  'whatIf.span': 'Период симуляции',
  'whatIf.span.days30': '30 дней',
  'whatIf.span.year': '1 год',
  'whatIf.span.all': 'Всё',
  'whatIf.survived': 'Продержался',
  'whatIf.months': '{lived} из {months} мес.',
  'whatIf.liquidated': 'прогонов с ликвидацией: {count} из {runs}',
  'whatIf.net': 'Чистый PnL в год',
  'whatIf.netOfSpan': 'Чистый PnL за период',
  'whatIf.netToEnd': 'Чистый PnL до завершения бота',
  'whatIf.band': 'во всех прогонах от {low} до {high}',
  'whatIf.fall': 'Макс. просадка',
  'whatIf.inMarket': 'Время в позиции',
  'whatIf.rounds': 'раундов {rounds}, циклов {cycles}',
  'whatIf.picture': 'Линия результата симуляции и полоса всех прогонов',
  'whatIf.key':
    'Линия: результат с открытой позицией. Полоса: другой порядок цен внутри свечей и случайная задержка перед новым раундом. Красный: ликвидация. Жёлтый: стоп-лосс.',
  'whatIf.marks': 'Стоп-лоссы и ликвидации',
  'whatIf.mark.stop': 'Стоп-лосс, {at}',
  'whatIf.mark.liquidation': 'Ликвидация, {at}',
  'whatIf.playMark': 'Показать раунд: {mark}',
  'whatIf.marksHint': 'Выберите отметку, чтобы посмотреть её раунд.',
  'whatIf.roundSentence': 'Раунд {round} симуляции бота на сохранённых свечах.',
  'whatIf.roundFailed': 'Этот раунд нельзя показать.',
  'whatIf.source.live': 'Симуляция за период {from} – {to} по 15-минутным свечам биржи (свечей: {count}).',
  'whatIf.source.sandbox':
    'Симуляция за период {from} – {to} по вымышленным 15-минутным свечам учебной биржи (свечей: {count}).',
  'whatIf.source.imported':
    'Симуляция за период {from} – {to} по 15-минутным свечам, которые загрузил оператор (свечей: {count}).',
  'whatIf.source.liveAndImported':
    'Симуляция за период {from} – {to} по 15-минутным свечам (свечей: {count}): часть получена с биржи, остальные загрузил оператор.',
  'whatIf.source.sandboxAndImported':
    'Симуляция за период {from} – {to} по 15-минутным свечам (свечей: {count}): часть — вымышленные свечи учебной биржи, остальные загрузил оператор.',
  'whatIf.atSignals': 'Каждый раунд открывается по сигналу правила.',
  'whatIf.costs': 'С комиссиями, без фандинга и проскальзывания. Прошлые результаты не гарантируют будущих.',
  'whatIf.missing': 'Не хватает свечей: {count}.',
  'whatIf.tickSizes': 'За это время менялся шаг цены: {sizes}.',
  'whatIf.age': 'Последняя свеча закрылась {age} назад.',
  'whatIf.short': 'История этой пары короче года.',
  'whatIf.filling': 'Более старые свечи ещё загружаются.',
  'whatIf.none': 'Для этой пары нет сохранённых свечей.',
  'whatIf.refused': 'С этими настройками по первой цене нельзя выставить ни одного ордера.',
  'whatIf.failed': 'Не удалось загрузить свечи. Запрос повторяется.',
  'whatIf.noPlan': 'Для симуляции нужны допустимые настройки и текущая цена.',
  'whatIf.noWorker': 'Не удалось запустить симуляцию. Обновите страницу.',
  'whatIf.unusable': 'Симуляция этих настроек по сохранённым свечам невозможна.',
};
