// Russian texts: the log-in.
import type { auth as base } from '../../en/access/auth.ts';
import type { Section } from '../../message.ts';

export const auth: Section<typeof base> = {
  'login.email': 'Эл. почта',
  'login.password': 'Пароль',
  'login.showPassword': 'Показать пароль',
  'login.hidePassword': 'Скрыть пароль',
  'login.remember': 'Оставаться в системе 1 год на этом устройстве',
  'login.rememberHint': 'Снимите отметку на общем устройстве.',
  'login.submit': 'Войти',
  'login.sending': 'Вход…',
  'login.empty': 'Введите эл. почту и пароль.',
  'login.failed': 'При входе произошла ошибка.',
  'login.code': 'Код из приложения-аутентификатора',
  'login.codeHint': 'Шесть цифр или резервный код.',
  'login.back': 'Назад',
  'passkey.logIn': 'Войти с ключом доступа',
  'passkey.use': 'Использовать ключ доступа',
  'passkey.cancelled': 'Ключ доступа не использован. Повторите попытку или выберите другой способ.',
  'passkey.failed': 'Браузеру не удалось использовать ключ доступа.',
  'login.forgot': 'Забыли пароль? Обратитесь к тому, кто вас пригласил.',
  'register.done': 'Регистрация завершена; доступ откроется после одобрения оператором.',
  'pending.step.register': 'Регистрация',
  'pending.step.contact': 'Мы связываемся с вами',
  'pending.step.approved': 'Регистрация одобрена',
};
