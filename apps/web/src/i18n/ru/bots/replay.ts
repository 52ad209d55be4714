// Russian texts: replayed rounds.
import type { replay as base } from '../../en/bots/replay.ts';
import type { Section } from '../../message.ts';

export const replay: Section<typeof base> = {
  'replay.play': 'Показать раунд',
  'replay.pause': 'Пауза',
  'replay.summary': 'Симуляция раунда {symbol}: циклов {cycles}, итог {result} USDT, худший момент {worst} USDT.',
  'replay.base': 'база',
  'replay.cyclic': 'цикл',
  'replay.danger': 'До расч. ликвидации',
  'replay.liquidation': 'Расч. ликвидация {price}',
  'replay.result': 'Итог после комиссий',
  'replay.worst': 'Худший момент',
  'replay.nearest': 'Ближе всего к ликвидации',
  'replay.cycles': 'Циклы',
  'replay.exit': 'Цена выхода базы',
  'replay.change': 'Цена с момента входа',
  'replay.fees': 'Комиссии, USDT',
  'replay.key.entry': 'Ступень исполнена',
  'replay.key.cycle': 'Тейк-профит ступени',
  'replay.key.exit': 'Раунд закрыт',
  'replay.key.stop': 'Стоп-лосс',
  'replay.key.liquidation': 'Ликвидация',
  'replay.end.exit': 'Каждый цикл приближал выход базы, пока цена его не достигла.',
  'replay.end.plain': 'Цена вернулась к выходу базы.',
  'replay.end.stop': 'Позиция закрыта по стоп-лоссу.',
  'replay.end.liquidation': 'Цена прошла все ступени и пошла дальше. Биржа ликвидировала позицию.',
  'replay.end.open': 'Свечи закончились раньше раунда. Открытая позиция посчитана по последней цене.',
  'replay.bracket': 'При другом порядке цен внутри свечей: от {worse} до {better} USDT.',
  'replay.settings': 'Лонг {leverage}x, до −{defense}, ступеней: {steps}, циклических: {cyclic}, тейк-профит {profit}',
  'replay.source':
    'Симуляция: {from} – {to}, 15-минутные свечи, аккаунт {budget} USDT. Последний завершённый раунд не менее чем с двумя циклами за {days} дней. Без фандинга.',
  'replay.sourceFall': 'Симуляция: {from} – {to}, 15-минутные свечи, аккаунт {budget} USDT. Без фандинга.',
  'replay.whatIf': 'А если падение продолжится?',
  'replay.wrong': 'Как это выглядит, когда всё идёт плохо',
  'replay.wrongText':
    'Бот с теми же настройками, запущенный в начале самого глубокого падения за {days} дней (всего {percent}). Это его последний раунд, до самой низкой цены.',
  'replay.of': 'из {budget} USDT',
  'replay.fact.cycles': {
    one: '{count} цикл завершён в этом раунде',
    few: '{count} цикла завершено в этом раунде',
    many: '{count} циклов завершено в этом раунде',
    other: '{count} цикла завершено в этом раунде',
  },
  'replay.fact.entries': {
    one: 'Исполнена {count} ступень за {span}',
    few: 'Исполнены {count} ступени за {span}',
    many: 'Исполнено {count} ступеней за {span}',
    other: 'Исполнено {count} ступени за {span}',
  },
  'replay.fact.filled': '{span} от исполнения последней ступени до конца',
  'replay.fact.rounds': {
    one: 'этот убыток покроет {count} такой раунд, как вверху страницы',
    few: 'этот убыток покроют {count} таких раунда, как вверху страницы',
    many: 'этот убыток покроют {count} таких раундов, как вверху страницы',
    other: 'этот убыток покроют {count} таких раунда, как вверху страницы',
  },
};
