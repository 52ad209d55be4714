// Russian texts: common.
import type { common as base } from '../en/common.ts';
import type { Section } from '../message.ts';

export const common: Section<typeof base> = {
  'common.loading': 'Загрузка...',
  'common.close': 'Закрыть',
  'common.retry': 'Повторить',
  'common.simulated': 'Симуляция',
  'common.simulatedHint': 'Встроенная учебная биржа. Не реальные деньги.',
  'common.long': 'лонг',
  'common.short': 'шорт',
  'shell.skip': 'К содержанию',
  'shell.language': 'Язык',
  'shell.toasts': 'Сообщения',
  'shell.footer.terms': 'Условия',
  'shell.footer.privacy': 'Конфиденциальность',
  'shell.footer.risk': 'Торговля с плечом может стоить всей маржи. Прошлые результаты ничего не говорят о будущих.',
  'shell.footer.oauth': 'Привязка идёт через страницу входа самой биржи. Rondo не видит вашего пароля биржи.',
  'shell.footer.custody': 'Деньги остаются на вашем счёте биржи. Rondo не может их вывести.',
  'shell.help.guide': 'Руководство',
  'shell.help.documentation': 'Документация',
  'shell.help.support': 'Поддержка',
  'shell.footer.links': 'О Rondo',
  'shell.footer.age': 'Не для лиц младше 18 лет и жителей стран из списка ограничений.',
  'shell.footer.company': 'Rondo получает от биржи часть торговой комиссии с каждой заявки.',
  'shell.notFound.title': 'Такой страницы нет.',
  'shell.notFound.advice': 'Проверьте адрес или вернитесь к ботам.',
  'shell.error.title': 'Непредвиденная ошибка приложения',
  'shell.error.chunk': 'Часть страницы не загрузилась. Возможно, вышла новая версия.',
  'shell.error.bots': 'На ваших ботов это не влияет.',
  'shell.error.reload': 'Обновить страницу',
  'shell.error.home': 'На главную',
};
