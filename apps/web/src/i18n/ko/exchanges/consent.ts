// Korean texts: errors of the consent page of an exchange.
import type { consent as base } from '../../en/exchanges/consent.ts';
import type { Section } from '../../message.ts';

export const consent: Section<typeof base> = {
  'errors.oauthParametersMissing': '필수 파라미터가 없습니다(code/state).',
  'errors.oauthStateInvalid': '여기서 시작하지 않았거나 이미 완료된 연동입니다. 다시 시작해 주세요.',
  'errors.oauthStateExpired': '연동에 10분이 넘게 걸렸습니다. 다시 시작해 주세요.',
  'errors.oauthDomainUnknown': '알 수 없는 거래소 사이트입니다.',
  'errors.oauthDenied': '허용하지 않으셨습니다. 바뀐 것은 없습니다.',
  'errors.oauthCodeExpired': '거래소 코드가 만료되었거나 이미 사용되었습니다. 다시 시작해 주세요.',
  'errors.oauthFailed': '거래소가 연동을 완료하지 못했습니다({reason}). 다시 시도해 주세요.',
  'errors.oauthMisconfigured': '거래소가 이 서비스의 설정을 받아들이지 않습니다({reason}). 고객 지원에 문의해 주세요.',
};
