// Russian texts: replayed rounds.
import type { replay as base } from '../../en/bots/replay.ts';
import type { Section } from '../../message.ts';

export const replay: Section<typeof base> = {
  'replay.play': 'Показать раунд',
  'replay.pause': 'Пауза',
  'replay.summary': 'Симуляция раунда {symbol}: циклов {cycles}, итог {result} USDT, худший момент {worst} USDT.',
  'replay.base': 'база',
  'replay.cyclic': 'цикл',
  'replay.danger': 'Расстояние до оценки ликвидации',
  'replay.result': 'Итог после комиссий',
  'replay.worst': 'Худший момент',
  'replay.nearest': 'Ближе всего к ликвидации',
  'replay.cycles': 'Циклы',
  'replay.exit': 'Выход базы',
  'replay.change': 'Цена с момента входа',
  'replay.fees': 'Комиссии, USDT',
  'replay.key.entry': 'Шаг исполнен',
  'replay.key.cycle': 'Тейк-профит шага',
  'replay.key.exit': 'Раунд закрыт',
  'replay.key.liquidation': 'Ликвидация',
  'replay.end.exit': 'Каждый цикл приближал выход базы, пока цена не дошла до него.',
  'replay.end.plain': 'Цена вернулась к выходу.',
  'replay.end.liquidation': 'Цена прошла все шаги и пошла дальше. Биржа закрыла позицию.',
  'replay.end.open': 'Свечи заканчиваются раньше раунда. Открытое посчитано по последней цене.',
  'replay.bracket': 'При другом порядке цен внутри свечей: от {worse} до {better} USDT.',
  'replay.settings':
    'Лонг x{leverage}, {steps} шага до −{defense}, последние {cyclic} циклические, тейк-профит {profit}',
  'replay.source':
    'Симуляция: {from} – {to}, 15-минутные свечи, счёт {budget} USDT. Последний завершённый раунд не менее чем с двумя циклами за {days} дней. Без фандинга.',
  'replay.sourceFall': 'Симуляция: {from} – {to}, 15-минутные свечи, счёт {budget} USDT. Без фандинга.',
  'replay.whatIf': 'А если падение продолжится?',
  'replay.wrong': 'Как это выглядит, когда всё идёт плохо',
  'replay.wrongText':
    'Бот с теми же настройками, запущенный в начале самого глубокого падения за {days} дней (всего {percent}). Это его последний раунд, до самой низкой цены.',
  'replay.of': 'из {budget} USDT',
  'replay.fact.cycles': {
    one: '{count} цикл завершён в этом раунде',
    few: '{count} цикла завершено в этом раунде',
    many: '{count} циклов завершено в этом раунде',
    other: '{count} цикла завершено в этом раунде',
  },
  'replay.fact.filled': '{span} от последнего исполненного шага до конца',
  'replay.fact.rounds': {
    one: '{count} такой раунд, как наверху, вернул бы этот убыток',
    few: '{count} таких раунда, как наверху, вернули бы этот убыток',
    many: '{count} таких раундов, как наверху, вернули бы этот убыток',
    other: '{count} такого раунда, как наверху, вернули бы этот убыток',
  },
};
