// Russian texts: setting a new password with a one-time link.
import type { reset as base } from '../../en/access/reset.ts';
import type { Section } from '../../message.ts';

export const reset: Section<typeof base> = {
  'reset.title': 'Новый пароль',
  'reset.text': 'Ссылка оператора действует один раз. Новый пароль завершит все ваши сеансы.',
  'reset.noLink': 'Откройте её ещё раз в том виде, в котором получили, или попросите оператора прислать новую.',
  'reset.noLinkTitle': 'Ссылка неполная',
  'reset.toLogIn': 'Перейти ко входу',
  'reset.new': 'Новый пароль',
  'reset.repeat': 'Повторите новый пароль',
  'reset.submit': 'Задать пароль',
  'reset.done': 'Пароль задан.',
  'reset.logIn': 'Войти с новым паролем',
};
