// Russian texts: the decisions about a bot that waits for a signal.
import type { signals as base } from '../../en/bots/signals.ts';
import type { Section } from '../../message.ts';

export const signals: Section<typeof base> = {
  'signals.title': 'Ждёт решения ИИ',
  'signals.next': 'Следующее решение: {time}',
  'signals.none': 'Решений пока нет.',
  'signals.open': '{time}: вход, защита {percent}',
  'signals.wait': '{time}: ждать',
  'signals.failed': '{time}: решения нет, {reason}',
  'signals.reason.pending': 'модель ещё не ответила',
  'signals.reason.timeout': 'модель ответила слишком поздно',
  'signals.reason.refused': 'модель отказалась',
  'signals.reason.invalid': 'ответ непригоден',
  'signals.reason.unavailable': 'модель недоступна',
  'signals.reason.budget': 'достигнут дневной предел расходов',
  'signals.reason.failures': 'слишком много сбоев модели',
  'signals.note': 'Текст модели {model}: «{note}»',
  'signals.failedLoad': 'Не удалось загрузить решения.',
  'signals.titleRule': 'Ждёт сигнала',
  'signals.fired': '{time}: сигнал, {values}',
  'signals.silent': '{time}: сигнала нет, {values}',
  'signals.reason.warm_up': 'для правила мало свечей',
  'signals.nextRule': 'Следующий расчёт: {time}',
  'signals.noneRule': 'Расчётов пока нет.',
};
