// Russian texts: the check-list of the first run, and the page of a person without approval.
import type { firstRun as base } from '../../en/access/first-run.ts';
import type { Section } from '../../message.ts';

export const firstRun: Section<typeof base> = {
  'firstRun.title': 'Что нужно для первого бота',
  'firstRun.approval': 'Одобрение',
  'firstRun.account': 'Аккаунт OKX',
  'firstRun.balance': 'Баланс',
  'firstRun.bot': 'Первый бот',
  'firstRun.approved': 'получено',
  'firstRun.current': 'нужно ваше действие',
  'firstRun.waiting': 'ждёт решения оператора',
  'firstRun.blocked': 'продолжить нельзя',
  'firstRun.available': 'доступно {amount} USDT',
  'firstRun.notReady': 'На этом аккаунте пока нельзя запускать ботов',
  'firstRun.key.refused': 'OKX не принимает торговый API-ключ. Создайте новый.',
  'firstRun.key.revoked':
    'Оператор отозвал торговый API-ключ ради безопасности. Если ключ ещё виден на OKX, удалите его там. Затем создайте новый.',
  'firstRun.deposit': 'Внесите USDT на OKX и переведите их на торговый аккаунт. Баланс на этой странице обновится сам.',
  'firstRun.ready': 'Аккаунт готов. Выберите настройки первого бота ниже.',
  'firstRun.toForm': 'Перейти к настройкам',
  'pending.badge': 'Ожидает одобрения',
  'pending.title': 'Мы получили вашу заявку.',
  'pending.text':
    'Оператор напишет вам в мессенджере: {name}. До одобрения запускать ботов нельзя, а вкладки «История» и «Биржа» закрыты.',
  'pending.rejected.badge': 'Не одобрено',
  'pending.rejected.title': 'Ваша регистрация не одобрена.',
  'pending.rejected.text':
    '{name}, оператор отклонил вашу регистрацию. Создавать ботов нельзя. С вопросами обращайтесь в поддержку.',
  'pending.revoked.badge': 'Одобрение отозвано',
  'pending.revoked.title': 'Одобрение вашей регистрации отозвано.',
  'pending.revoked.text':
    '{name}, нельзя создавать ботов, возобновлять их работу и привязывать аккаунты. С вопросами обращайтесь в поддержку.',
  'pending.kept.title': 'Одобрение отозвано: ваши боты больше не входят в позиции',
  'pending.kept.text':
    'Тейк-профиты и стоп-лоссы остаются на бирже. Ниже вы можете остановить ботов, закрыть позиции и отвязать аккаунты. Нельзя создавать ботов, возобновлять их работу и привязывать аккаунты.',
  'pending.unread.title': 'Не удалось загрузить профиль',
  'pending.unread.text':
    'Пока профиль не загружен, создавать ботов и привязывать аккаунты нельзя. На работающих ботов это не влияет. Ниже вы можете остановить ботов, закрыть позиции и отвязать аккаунты.',
  'pending.kept.accounts': 'Привязанные аккаунты',
  'pending.checked': 'Последняя проверка',
  'pending.email': 'Эл. почта',
  'pending.refresh': 'Проверить снова',
  'pending.free': 'За одобрение никогда не просят платить.',
};
