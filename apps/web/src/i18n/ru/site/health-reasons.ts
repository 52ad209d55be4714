// Russian texts: the reasons in the health of the server. The keys end with the codes of the contract (`health-reasons.ts`).
import type { healthReasons as base } from '../../en/site/health-reasons.ts';
import type { Section } from '../../message.ts';

export const healthReasons: Section<typeof base> = {
  'operator.health.reason.late': 'Нет ответа в срок',
  'operator.health.reason.unreachable': 'Недоступно',
  'operator.health.reason.database': 'База данных не отвечает',
  'operator.health.reason.starting': 'Движок ещё не запущен',
  'operator.health.reason.ending': 'Этот узел завершает работу',
  'operator.health.reason.draining': 'Этот узел передаёт аккаунты другим узлам',
  'operator.health.reason.signer': 'Подписывающий процесс не работает, поэтому на биржу ничего не отправляется',
  'operator.health.reason.foreign_key':
    'Использован ключ, который не использует ни одна часть продукта. Смотрите событие журнала signer.honeyUsed',
  'operator.health.reason.frozen': 'Установка заморожена до команды `rondo restore confirm`',
  'operator.health.reason.suspects': {
    one: 'К потоку {count} аккаунта подключены другие программы. Ордера не отправляются до повторной проверки',
    few: 'К потокам {count} аккаунтов подключены другие программы. Ордера не отправляются до повторной проверки',
    many: 'К потокам {count} аккаунтов подключены другие программы. Ордера не отправляются до повторной проверки',
    other: 'К потоку {count} аккаунта подключены другие программы. Ордера не отправляются до повторной проверки',
  },
  'operator.health.reason.unreadable_keys': {
    one: 'Ключи {count} аккаунта не читаются',
    few: 'Ключи {count} аккаунтов не читаются',
    many: 'Ключи {count} аккаунтов не читаются',
    other: 'Ключи {count} аккаунта не читаются',
  },
  'operator.health.reason.stale': 'Один из аккаунтов давно не читался',
  'operator.health.reason.blind':
    'Аккаунты без сообщений от биржи: {count} из {accounts} (ждут подключения: {waiting}, подключаются: {opening})',
  'operator.health.reason.no_stream': 'Аккаунты без приватного потока: {count} из {accounts}',
  'operator.health.reason.frozen_bots': {
    one: '{count} бот заморожен',
    few: '{count} бота заморожены',
    many: '{count} ботов заморожены',
    other: '{count} бота заморожены',
  },
  'operator.health.reason.orphan_orders': {
    one: '{count} открытый ордер без записи в журнале ордеров',
    few: '{count} открытых ордера без записи в журнале ордеров',
    many: '{count} открытых ордеров без записи в журнале ордеров',
    other: '{count} открытого ордера без записи в журнале ордеров',
  },
  'operator.health.reason.copy_orders': {
    one: 'Другая копия этой установки отправила {count} ордер',
    few: 'Другая копия этой установки отправила {count} ордера',
    many: 'Другая копия этой установки отправила {count} ордеров',
    other: 'Другая копия этой установки отправила {count} ордера',
  },
  'operator.health.reason.later_listeners': {
    one: 'К потоку {count} аккаунта подключились другие программы. Возможно, работает копия этой установки',
    few: 'К потокам {count} аккаунтов подключились другие программы. Возможно, работает копия этой установки',
    many: 'К потокам {count} аккаунтов подключились другие программы. Возможно, работает копия этой установки',
    other: 'К потоку {count} аккаунта подключились другие программы. Возможно, работает копия этой установки',
  },
  'operator.health.reason.bus': 'У этого узла нет связи с NATS',
  'operator.health.reason.sandbox': 'Учебная биржа не отвечает',
  'operator.health.reason.exchange': 'Биржа не отвечает',
  'operator.health.reason.exchange_code': 'Биржа не отвечает ({code})',
  'operator.health.reason.demo_preparing': 'Данные демо готовятся',
  'operator.health.reason.demo_incomplete': 'Данные демо неполны',
  'operator.health.reason.no_backup': 'Резервной копии ещё нет',
  'operator.health.reason.old_backup': 'Последней резервной копии {hours} ч',
};
