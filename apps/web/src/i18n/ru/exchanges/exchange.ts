// Russian texts: the exchange tab.
import type { exchange as base } from '../../en/exchanges/exchange.ts';
import type { Section } from '../../message.ts';

export const exchange: Section<typeof base> = {
  'exchange.testDone': 'Подключение работает.',
  'exchange.title': 'Биржа',
  'exchange.accounts': 'Счета OKX',
  'exchange.linked': 'привязан',
  'exchange.notLinked': 'Счёт не привязан.',
  'exchange.environment.sandbox': 'встроенная учебная биржа',
  'exchange.environment.demo': 'демосчёт биржи',
  'exchange.environment.live': 'реальная торговля',
  'exchange.expires': 'Истекает',
  'exchange.never': 'не истекает',
  'exchange.broker': 'Метка брокера в каждой заявке',
  'exchange.brokerText': 'Мы зарабатываем на каждой сделке бота, выигрышной или проигрышной. Это конфликт интересов.',
  'exchange.refresh': 'Обновить',
  'exchange.lbankSoon': 'Скоро',
};
