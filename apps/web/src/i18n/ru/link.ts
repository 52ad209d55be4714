// Russian texts: errors, findings and alerts of the exchange link.
import type { link as base } from '../en/link.ts';
import type { Section } from '../message.ts';

export const link: Section<typeof base> = {
  'errors.exchangeTokenRefreshFailed': 'Не удалось продлить привязку биржи. Привяжите счёт снова.',
  'errors.exchangeTokenInvalid': 'Биржа больше не принимает эту привязку. Привяжите счёт снова.',
  'errors.oauthParametersMissing': 'Нет обязательных параметров (code/state).',
  'errors.oauthStateInvalid': 'Эта привязка начата не здесь или уже использована. Начните заново.',
  'errors.oauthStateExpired': 'Привязка заняла больше 10 минут. Начните заново.',
  'errors.oauthDomainUnknown': 'Этот сайт биржи неизвестен.',
  'errors.oauthDenied': 'На бирже отказано в согласии. Ничего не изменилось.',
  'errors.oauthCodeExpired': 'Код биржи истёк или уже использован. Начните заново.',
  'errors.oauthFailed': 'Биржа не завершила привязку ({reason}). Повторите попытку.',
  'errors.oauthMisconfigured': 'Биржа не принимает настройки этой установки ({reason}). Обратитесь в поддержку.',
  'errors.preflightFailed': 'Счёт пока не готов к торговле: {reason}',
  'errors.keyMissing': 'Старый ключ удалён, но новый создать не удалось. Боты ждут; повторите сейчас.',
  'errors.keyChangeRunning': 'Ключ этого счёта заменяется. Подождите немного.',
  'errors.consentNeeded': 'Нужно новое согласие на бирже. Привяжите счёт снова.',
  'errors.botsRunning': 'На этом счёте работают боты. Сначала остановите их.',
  'preflight.keyMayWithdraw':
    'Ключ разрешает вывод средств. Удалите его на бирже и привяжите счёт снова: здесь ключ может только читать и торговать.',
  'preflight.keyCannotTrade': 'Ключ не разрешает торговлю. Привяжите счёт снова и разрешите торговлю.',
  'preflight.keyRefused': 'Биржа не принимает ключ ({reason}). Привяжите счёт снова, чтобы создать новый.',
  'preflight.keyMissing':
    'У счёта нет торгового ключа. Создайте его для работы ботов; заявки работающих ботов тем временем остаются на бирже.',
  'preflight.keyEnvironment': 'Ключ относится к другой среде (демо или реальной). Привяжите счёт нужной среды.',
  'preflight.keyAddress':
    'Ключ привязан к другим адресам, не к адресу этого сервера. Создайте здесь новый ключ или добавьте адрес на бирже.',
  'preflight.keyNotBound':
    'Ключ не привязан к адресу, поэтому биржа удалит его после {days} дн. без использования. Создайте новый ключ, привязанный к этому продукту.',
  'preflight.accountLevel':
    'Режим счёта ({level}) не подходит для этих ботов. На бирже выберите режим «Фьючерсы» или «Мультивалютная маржа».',
  'preflight.positionMode': 'Не удалось прочитать режим позиций счёта. На бирже выберите односторонний режим или хедж.',
  'preflight.positionModeChanged':
    'Режим позиций изменён при работающих ботах. Верните на бирже режим «{mode}» или сначала остановите ботов.',
  'preflight.leadTrader':
    'Это счёт копитрейдинга ({role}). Используйте субсчёт, который никого не копирует и которого не копируют.',
  'preflight.uidLinked': 'Этот счёт биржи уже привязан. Сначала отвяжите его там или привяжите субсчёт.',
  'preflight.uidDiffers': 'Согласие дано с другого счёта биржи. Войдите на биржу со счётом, привязанным здесь.',
  'preflight.foreignPositions':
    'Позиции, не принадлежащие ботам, делят маржу: {instruments}. Они могут приблизить ликвидацию. Рекомендуется отдельный субсчёт.',
  'preflight.foreignPositionHere':
    'На {instrument} есть позиция, не принадлежащая боту. Закройте её или выберите другой инструмент.',
  'preflight.accountUnreadable': 'Сейчас не удалось прочитать счёт. Повторите чуть позже.',
  'preflight.word.spot': 'спот',
  'preflight.word.portfolioMargin': 'портфельная маржа',
  'preflight.word.leadTrader': 'ведущий трейдер',
  'preflight.word.copyTrader': 'копирующий трейдер',
  'preflight.word.oneWay': 'односторонний',
  'preflight.word.hedge': 'хедж',
  'alerts.tokenCritical': 'Токен истечёт через {minutes} мин!',
  'alerts.tokenWarning': 'Токен биржи истекает через {minutes} мин.',
  'alerts.tokenExpired': 'Токен биржи истёк. Привяжите счёт снова; работающих ботов это не затрагивает.',
  'alerts.keyRefused': 'Биржа не принимает торговый ключ. Новых входов не будет, пока не создан новый ключ.',
  'alerts.keyMayWithdraw': 'Торговый ключ разрешает вывод. Новых входов не будет: удалите ключ и создайте новый.',
  'alerts.socketDown': 'Живое соединение прервано. Оно восстанавливается само.',
  'alerts.uptime': 'Живое соединение работало лишь {percent} % периода.',
  'alerts.reconnects': 'Живое соединение терялось: {count}.',
  'alerts.apiErrors': 'Успешны лишь {percent} % вызовов биржи.',
  'alerts.apiSlow': 'Биржа отвечает медленно: в среднем {ms} мс.',
};
