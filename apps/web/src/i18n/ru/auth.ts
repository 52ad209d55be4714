// Russian texts: auth.
import type { auth as base } from '../en/auth.ts';
import type { Section } from '../message.ts';

export const auth: Section<typeof base> = {
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
  'login.title': 'Войти',
  'login.email': 'Эл. почта',
  'login.password': 'Пароль',
  'login.showPassword': 'Показать пароль',
  'login.hidePassword': 'Скрыть пароль',
  'login.remember': 'Оставаться в системе 1 год на этом устройстве',
  'login.rememberHint': 'Снимите отметку на общем устройстве.',
  'login.submit': 'Войти',
  'login.sending': 'Вход...',
  'login.empty': 'Введите эл. почту и пароль.',
  'login.failed': 'При входе произошла ошибка.',
  'login.forgot': 'Забыли пароль? Обратитесь к тому, кто вас пригласил.',
  'register.done': 'Регистрация завершена; доступ откроется после одобрения оператором.',
  'pending.step.register': 'Регистрация',
  'pending.step.contact': 'Мы связываемся с вами',
  'pending.step.approved': 'Вы одобрены',
  'pending.badge': 'Ожидает одобрения',
  'pending.title': 'Ваша регистрация у нас.',
  'pending.text':
    'Оператор напишет вам: {name}. До одобрения нельзя запускать ботов; история и биржа откроются в тот же момент.',
  'pending.checked': 'Последняя проверка',
  'pending.email': 'Эл. почта',
  'pending.refresh': 'Проверить снова',
  'pending.still': 'Всё ещё ожидание, проверено в {time}.',
  'pending.free': 'За одобрение никогда не просят платить.',
};
