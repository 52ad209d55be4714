// Russian texts: errors of the consent page of an exchange.
import type { consent as base } from '../../en/exchanges/consent.ts';
import type { Section } from '../../message.ts';

export const consent: Section<typeof base> = {
  'errors.oauthParametersMissing': 'Нет обязательных параметров (code/state).',
  'errors.oauthStateInvalid': 'Эта привязка начата не здесь или уже завершена. Начните заново.',
  'errors.oauthStateExpired': 'Привязка заняла больше 10 минут. Начните заново.',
  'errors.oauthDomainUnknown': 'Этот сайт биржи неизвестен.',
  'errors.oauthDenied': 'Вы не дали разрешения. Ничего не изменилось.',
  'errors.oauthCodeExpired': 'Код биржи истёк или уже использован. Начните заново.',
  'errors.oauthFailed': 'Биржа не завершила привязку ({reason}). Повторите попытку.',
  'errors.oauthMisconfigured': 'Биржа не принимает настройки этого сервиса ({reason}). Обратитесь в поддержку.',
};
