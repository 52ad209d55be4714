// Russian texts: the panel of a new bot and its review.
import type { review as base } from '../../en/bots/review.ts';
import type { Section } from '../../message.ts';

export const review: Section<typeof base> = {
  'create.titleFirst': 'Запуск бота',
  'create.titleNext': 'Запуск ещё одного бота',
  'create.nothingSent': 'Ни один ордер не отправляется, пока вы не проверите настройки бота.',
  'create.exchange.rightsUnread': 'OKX ещё не сообщила о правах ключа',
  'create.key.withdraw':
    'У торгового API-ключа этого аккаунта есть право на вывод. Бота нельзя запустить, пока вы не замените ключ.',
  'create.key.refused':
    'Биржа отклоняет торговый API-ключ этого аккаунта. Бота нельзя запустить, пока вы не создадите новый ключ.',
  'create.key.revoked':
    'Оператор отозвал торговый API-ключ этого аккаунта. Бота нельзя запустить, пока вы не создадите новый ключ.',
  'create.key.missing':
    'Торговый API-ключ этого аккаунта удалён. Бота нельзя запустить, пока вы не создадите новый ключ.',
  'create.key.readOnly':
    'У торгового API-ключа этого аккаунта нет права на торговлю. Бота нельзя запустить, пока вы не замените ключ.',
  'create.key.open': 'Открыть вкладку «Биржа»',
  'create.reviewTitle': 'Проверка «{name}»',
  'create.reviewLong': '{instrument}, лонг, {leverage}, ступеней: {steps}, циклических: {cyclic}.',
  'create.reviewOpensLong': 'Ступень 1 покупает по рынку при запуске.',
  'create.reviewShort': '{instrument}, шорт, {leverage}, ступеней: {steps}, циклических: {cyclic}.',
  'create.reviewOpensShort': 'Ступень 1 продаёт по рынку при запуске.',
  'create.back': 'Назад',
  'create.start': 'Запустить бота',
  'create.figure': 'Показатель',
  'create.afterFirst': 'После ступени 1',
  'create.afterBase': 'После базы (ступени 1–{count})',
  'create.afterAll': {
    one: 'После {count} ступени',
    few: 'После всех {count} ступеней',
    many: 'После всех {count} ступеней',
    other: 'После всех {count} ступеней',
  },
  'create.positionUsdt': 'Позиция, USDT',
  'create.marginUsdt': 'Занятая маржа, USDT',
  'create.estLiq': 'Расч. ликвидация',
  'create.atrValue': '{factor} ATR(14), 1 час',
  'create.settings': 'Все настройки',
  'create.account': 'Аккаунт',
  'create.reviewGain': 'Прибыль до комиссий, USDT',
  'create.reviewNet': 'Прибыль после комиссий, USDT',
  'create.feesInOut': 'Комиссии за вход и выход, USDT',
  'create.reviewCycles':
    'Прибыль и комиссии после всех ступеней включают по одному тейк-профиту каждой циклической ступени. Зачтённая прибыль циклов вычтена из прибыли базы.',
  'create.crossNote':
    'Оценки исходят из того, что выделенная сумма — единственный запас до ликвидации. При кросс-марже, если на аккаунте есть и другая доступная маржа, OKX ликвидирует позже и может забрать больше выделенной суммы.',
  'create.reviewFunding':
    'Пока позиция открыта, OKX списывает или начисляет фандинг, обычно каждые 8 часов. Фандинг в показатели не входит.',
  'create.reviewOnce':
    'Бот проводит один раунд: после тейк-профита базы он завершает работу, новый раунд не начинается.',
  'create.reviewRepeats':
    'После каждого тейк-профита базы автоматически начинается новый раунд на выделенную сумму с учётом накопленного результата, и так до тех пор, пока вы не остановите бота.',
  'create.reviewRepeatsFixed':
    'После каждого тейк-профита базы автоматически начинается новый раунд на выделенную сумму, а после чистого убытка — на меньшую, и так до тех пор, пока вы не остановите бота.',
  'create.reviewStopLoss':
    'Стоп-лосс: когда убыток раунда достигнет {percent} выделенной суммы ({amount} USDT в первом раунде), вся позиция закроется по рынку и бот завершит работу.',
  'create.reviewNoStopLoss': 'Стоп-лосс не задан.',
  'create.created': 'Бот «{name}» создан.',
  'create.understand': 'Понимаю, что могу потерять {amount} USDT.',
  'create.tickFirst': 'Отметьте поле, чтобы запустить первого бота.',
};
