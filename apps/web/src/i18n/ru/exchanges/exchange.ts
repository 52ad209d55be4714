// Russian texts: the exchange tab.
import type { exchange as base } from '../../en/exchanges/exchange.ts';
import type { Section } from '../../message.ts';

export const exchange: Section<typeof base> = {
  'exchange.testDone': 'Соединение работает.',
  'exchange.title': 'Биржа',
  'exchange.accounts': 'Аккаунты OKX',
  'exchange.notLinked': 'Аккаунт не привязан.',
  'exchange.environment.sandbox': 'встроенная учебная биржа',
  'exchange.environment.demo': 'демосчёт биржи',
  'exchange.environment.live': 'реальная торговля',
  'exchange.expires': 'Истекает',
  'exchange.never': 'не истекает',
  'exchange.broker': 'Метка брокера в каждом ордере',
  'exchange.brokerText': 'Мы зарабатываем на каждой сделке бота, прибыльной или убыточной. Это конфликт интересов.',
  'exchange.refresh': 'Обновить',
  'exchange.lbankSoon': 'Скоро',
};
