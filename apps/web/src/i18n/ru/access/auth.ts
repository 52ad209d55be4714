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
  'pending.badge': 'Ожидает одобрения',
  'pending.title': 'Мы получили вашу заявку.',
  'pending.text':
    'Оператор напишет вам в мессенджере: {name}. До одобрения запускать ботов нельзя, а вкладки «История» и «Биржа» закрыты.',
  'pending.rejected.badge': 'Не одобрено',
  'pending.rejected.title': 'Ваша регистрация не одобрена.',
  'pending.rejected.text':
    '{name}, оператор отклонил вашу регистрацию. Создавать ботов нельзя. С вопросами обратитесь в поддержку.',
  'pending.revoked.badge': 'Одобрение отозвано',
  'pending.revoked.title': 'Одобрение вашей регистрации отозвано.',
  'pending.revoked.text':
    '{name}, создавать и возобновлять ботов и привязывать аккаунты нельзя. С вопросами обратитесь в поддержку.',
  'pending.kept.title': 'Одобрение отозвано: ваши боты больше не входят в позиции',
  'pending.kept.text':
    'Тейк-профиты и стоп-лоссы остаются на бирже. Ниже вы можете остановить ботов, закрыть позиции и отвязать аккаунты. Создавать и возобновлять ботов и привязывать аккаунты нельзя.',
  'pending.kept.accounts': 'Привязанные аккаунты',
  'pending.checked': 'Последняя проверка',
  'pending.email': 'Эл. почта',
  'pending.refresh': 'Проверить снова',
  'pending.free': 'За одобрение никогда не просят платить.',
};
