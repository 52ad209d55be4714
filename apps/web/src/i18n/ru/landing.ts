// Russian texts: the landing page.
import type { landing as base } from '../en/landing.ts';
import type { Section } from '../message.ts';

export const landing: Section<typeof base> = {
  'landing.risk': 'Торговля с плечом может стоить всей маржи. Боты не устраняют этот риск.',
  'landing.title': 'Торговый бот, чей следующий шаг виден заранее.',
  'landing.lead':
    'Он входит ступенями, когда цена идёт против него, и фиксирует прибыль циклами на вашем собственном счёте биржи.',
  'landing.invitation': 'Есть приглашение?',
  'landing.register': 'Зарегистрироваться',
  'landing.how': 'Как работает лестница',
  'landing.how.ladder': 'Один вход, затем ступени ниже',
  'landing.how.ladderText':
    'Первая ступень покупает по рынку. Более глубокие лежат заявками на бирже, каждая не меньше предыдущей.',
  'landing.how.cycle': 'Глубокие ступени ходят по кругу',
  'landing.how.cycleText':
    'Циклическая ступень продаёт на своей прибыли и встаёт снова. Каждый цикл приближает выход базы.',
  'landing.how.limit': 'Где предел',
  'landing.how.limitText':
    'Если цена пройдёт все ступени и продолжит падать, биржа ликвидирует позицию. Расчётная цена всегда видна.',
};
