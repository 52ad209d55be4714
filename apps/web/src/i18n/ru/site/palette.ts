// Russian texts: the command palette and the map of keys.
import type { palette as base } from '../../en/site/palette.ts';
import type { Section } from '../../message.ts';

export const palette: Section<typeof base> = {
  'palette.title': 'Команды',
  'palette.search': 'Что сделать?',
  'palette.none': 'Ничего не найдено.',
  'palette.goTo': 'Перейти: {page}',
  'palette.chart': 'График: {name}, {symbol}',
  'palette.theme': 'Тема: {theme}',
  'palette.keys': 'Клавиши',
  'palette.key.open': 'Открыть команды',
  'palette.key.help': 'Показать клавиши',
  'palette.key.choose': 'Выбрать команду',
  'palette.key.close': 'Закрыть',
  'palette.key.chart': 'Двигать график бота и менять масштаб',
};
