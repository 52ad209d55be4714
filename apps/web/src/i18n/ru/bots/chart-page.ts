// Russian texts: the chart page of a bot.
import type { chartPage as base } from '../../en/bots/chart-page.ts';
import type { Section } from '../../message.ts';

export const chartPage: Section<typeof base> = {
  'chartPage.title': 'График',
  'chartPage.bar': 'Таймфрейм',
  'chartPage.minutes': '{count} мин',
  'chartPage.hours': '{count} ч',
  'chartPage.back': 'К ботам',
  'chartPage.missing': 'Такого бота нет, или он принадлежит другому пользователю.',
  'chartPage.stop': 'Стоп-лосс',
  'chartPage.keys': 'Перетаскивайте, чтобы двигать; колесо или два пальца меняют масштаб. Клавиши: стрелки, + и −.',
  'chartPage.summary': '{symbol}: цена {price}, уровней на графике: {levels}, исполнений: {fills}.',
};
