// Russian texts: the signal of a new bot, and what it would have done.
import type { entry as base } from '../../en/bots/entry.ts';
import type { Section } from '../../message.ts';

export const entry: Section<typeof base> = {
  'entry.kind': 'Источник сигнала',
  'entry.bar': 'Свеча',
  'entry.bar.5m': '5 минут',
  'entry.bar.15m': '15 минут',
  'entry.bar.1H': '1 час',
  'entry.bar.4H': '4 часа',
  'entry.bar.1D': '1 день',
  'entry.when': 'Срабатывает',
  'entry.when.rsi.crossing': 'при обратном пересечении уровня',
  'entry.when.rsi.while': 'пока RSI за уровнем',
  'entry.when.ichimoku.crossing': 'когда начинается тренд',
  'entry.when.ichimoku.while': 'на каждой свече тренда',
  'entry.length': 'Длина',
  'entry.level': 'Уровень',
  'entry.bounds': 'От {min} до {max}.',
  'entry.webhookHint':
    'Раунды открывает программа для анализа графиков или ваш скрипт. После запуска создайте в карточке бота секретный URL вебхука для сообщений. Насколько полезны такие сообщения, здесь рассчитать нельзя.',
  'entry.evidence': 'Что дал бы этот сигнал',
  'entry.picture': 'Цена и сигналы за 30 дней',
  'entry.moments': 'Последние 30 дней: сигналы — штрихи ({signals}), открытые раунды — точки ({rounds}).',
  'entry.noCandles': 'Свечи этой пары не сохранены, сравнивать не с чем.',
  'entry.failed': 'Сравнение недоступно.',
  'entry.shortBars':
    'Преимущество перед случайным входом не доказано: по сохранённым 15-минутным свечам этот сигнал не вычислить.',
  'entry.table': 'Этот сигнал в сравнении с другими входами, лет: {years}',
  'entry.column.entry': 'Вход',
  'entry.column.rounds': 'Раунды',
  'entry.column.net': 'Результат, USDT',
  'entry.column.band': 'Диапазон',
  'entry.rule': 'Этот сигнал',
  'entry.always': 'Сразу',
  'entry.random': 'Случайно, так же часто (прогонов: {runs})',
  'entry.never': 'Никогда',
  'entry.band': 'от\u00a0{low} до\u00a0{high}',
  'entry.tooFew': {
    one: 'Всего {count} раунд: слишком мало для вывода.',
    few: 'Всего {count} раунда: слишком мало для вывода.',
    many: 'Всего {count} раундов: слишком мало для вывода.',
    other: 'Всего {count} раунда: слишком мало для вывода.',
  },
  'entry.noEdge':
    'Преимущество перед случайным входом не доказано: результат не хуже у {asGood} из {runs} случайных прогонов.',
  'entry.edge':
    'На этих свечах лучше всех {runs} случайных прогонов. Если проверить много правил, некоторые окажутся лучше случайно.',
  'entry.atr.evidence': 'Что дал бы шаг по волатильности',
  'entry.atr.table': 'Шаг по ATR в сравнении с другими вариантами шага, лет: {years}',
  'entry.atr.column': 'Шаг',
  'entry.atr.atr': 'По ATR',
  'entry.atr.fixed': 'Всегда {percent}',
  'entry.atr.random': 'Случайно (прогонов: {runs})',
  'entry.atr.fixedAsGood': 'Преимущество не доказано: постоянный шаг {percent} оказался не хуже.',
  'entry.atr.noEdge':
    'Преимущество перед случайным шагом не доказано: результат не хуже у {asGood} из {runs} случайных прогонов.',
  'entry.atr.edge':
    'На этих свечах лучше постоянного шага {percent} и всех {runs} случайных прогонов. Если проверить много множителей, некоторые окажутся лучше случайно.',
  'entry.range':
    'Настройки во всех строках одинаковы. Диапазон первых двух строк возникает из-за случайных задержек перед каждым новым раундом.',
};
