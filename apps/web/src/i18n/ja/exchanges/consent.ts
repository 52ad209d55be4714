// Japanese texts: errors of the consent page of an exchange.
import type { consent as base } from '../../en/exchanges/consent.ts';
import type { Section } from '../../message.ts';

export const consent: Section<typeof base> = {
  'errors.oauthParametersMissing': '必要なパラメータがありません（code/state）。',
  'errors.oauthStateInvalid': 'ここで始めた連携ではないか、すでに完了しています。もう一度始めてください。',
  'errors.oauthStateExpired': '連携に10分以上かかりました。もう一度始めてください。',
  'errors.oauthDomainUnknown': 'この取引所サイトは不明です。',
  'errors.oauthDenied': '取引所の画面で許可しなかったため、何も変更されていません。',
  'errors.oauthCodeExpired': '取引所のコードは期限切れか使用済みです。もう一度始めてください。',
  'errors.oauthFailed': '取引所が連携を完了できませんでした（{reason}）。もう一度お試しください。',
  'errors.oauthMisconfigured':
    '取引所がこのサービスの設定を受け付けません（{reason}）。サポートにお問い合わせください。',
};
