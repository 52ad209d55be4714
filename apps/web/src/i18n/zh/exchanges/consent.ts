// Chinese texts: errors of the consent page of an exchange.
import type { consent as base } from '../../en/exchanges/consent.ts';
import type { Section } from '../../message.ts';

export const consent: Section<typeof base> = {
  'errors.oauthParametersMissing': '缺少必要参数（code/state）。',
  'errors.oauthStateInvalid': '此关联不是在此发起，或已经完成，请重新开始。',
  'errors.oauthStateExpired': '关联用时超过 10 分钟，请重新开始。',
  'errors.oauthDomainUnknown': '未知的交易所站点。',
  'errors.oauthDenied': '您未同意授权，未做任何更改。',
  'errors.oauthCodeExpired': '交易所的授权码已过期或已使用，请重新开始。',
  'errors.oauthFailed': '交易所未能完成关联（{reason}），请重试。',
  'errors.oauthMisconfigured': '交易所不接受本服务的设置（{reason}）。请联系客服。',
};
