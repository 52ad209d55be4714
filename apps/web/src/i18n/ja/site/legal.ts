// Japanese texts: terms and privacy notice.
import type { legal as base } from '../../en/site/legal.ts';
import type { Section } from '../../message.ts';

export const legal: Section<typeof base> = {
  'legal.contents': '目次',
  'legal.revised': '最終改定日 {date}',
  'legal.effective': '施行日 {date}',
  'legal.terms': '利用規約',
  'legal.privacy': 'プライバシーポリシー',
  'legal.terms.what': 'Rondoとは',
  'legal.terms.whatText':
    'Rondoはソフトウェアです。ご自身が選び、開始前に確認できる規則に従って、ご自身の取引所口座で注文を出し、取り消します。投資助言は行わず、資金を運用せず、利益を約束しません。',
  'legal.terms.who': '利用できる方',
  'legal.terms.whoText':
    '18歳以上で、制限対象国に居住していない方。参加は招待制で、登録はすべて運営者が承認します。承認に費用はかかりません。',
  'legal.terms.account': 'アカウント',
  'legal.terms.accountText':
    '1人につき1アカウントです。パスワードは誰にも教えず、二段階認証を有効にしてください。他人に使われた可能性がある場合は、セキュリティ画面ですべてのセッションを終了し、運営者に知らせてください。',
  'legal.terms.keys': '取引所のキー',
  'legal.terms.keysText':
    '連携したキーにできるのは読み取りと取引だけです。出金できるキーは拒否されます。稼働中のボットがなければ、連携はいつでも解除できます。取引所のポジションは、ご自身で決済するまで残ります。',
  'legal.terms.custody': '資金',
  'legal.terms.custodyText': '資金はご自身の取引所口座にあります。Rondoは顧客資産を預からず、出金も振替もできません。',
  'legal.terms.risk': 'リスク',
  'legal.terms.riskText':
    'レバレッジ取引では証拠金の全額を失うことがあります。クロスマージンでは、口座にほかの利用可能な証拠金があると、割当額を超える損失になることがあります。シミュレーション、デモ、過去の結果は将来を保証しません。どの設定で動かすかはご自身で決め、その結果もご自身に帰属します。',
  'legal.terms.fees': '手数料と当社の収入',
  'legal.terms.feesText':
    'Rondo独自の手数料はありません。取引所がお客様から受け取る取引手数料の一部が当社に支払われます。そのため損益にかかわらず、ボットが取引すると収入になります。これは利益相反です。',
  'legal.terms.conduct': '不正利用',
  'legal.terms.conductText':
    '資金洗浄、攻撃、スパム広告、他人のデータの使用があった場合、予告なく利用を制限することがあります。',
  'legal.terms.limits': '障害が起きたとき',
  'legal.terms.limitsText':
    'ネットワーク、取引所、当社のサーバーは止まることがあります。取引所に置かれた注文はそのまま残り、接続が戻るとボットは続行します。当社は、相場、取引所、ご自身が選んだ設定による損失について、法律が認める範囲で責任を負いません。',
  'legal.terms.end': '終了',
  'legal.terms.endText':
    '稼働中のボットがなければ、セキュリティ画面でアカウントを削除できます。法律が求める記録は、プライバシーポリシーに記した期間保管されます。',
  'legal.terms.changes': '変更',
  'legal.terms.changesText': '規約の変更は7日前に、手数料の変更は30日前にお知らせします。',
  'legal.privacy.what': '保管する情報',
  'legal.privacy.whatText':
    'メールアドレス、メッセンジャーID、居住国、招待コード、同意した規約の版。日時・IPアドレス・ブラウザーを含むログイン記録。キーを暗号化して保存した連携口座。ボットとその注文、約定、結果。運営に不要なものは保管しません。',
  'legal.privacy.why': '利用目的',
  'legal.privacy.whyText':
    'サービスの運営、アカウントの保護、法令遵守のためです。広告は表示せず、情報を販売せず、どのページも第三者と通信しません。',
  'legal.privacy.browser': 'ブラウザーに保存するもの',
  'legal.privacy.browserText':
    '言語、表示設定、プロフィールと、ログイン状態を保持する場合のメールアドレスはブラウザーに保存されます。ログイン状態の保持には1つのCookieを使います。追跡はありません。ログアウトするとプロフィールとCookieは消えます。',
  'legal.privacy.safety': '保護の方法',
  'legal.privacy.safetyText':
    '取引所のキーはAES-256、通信はTLS 1.3で暗号化し、パスワードはハッシュだけを保管します。ページ、ログ、応答に取引所の秘密情報が載ることはありません。',
  'legal.privacy.who': '閲覧する人',
  'legal.privacy.whoText':
    '連携した取引所は注文を閲覧できます。運営者はメールアドレス、メッセンジャーID、居住国、招待コード、ログイン記録、連携の状態、ボット、監査記録を閲覧できますが、キーとパスワードは閲覧できません。当局には、法律で義務づけられた情報だけを提供します。',
  'legal.privacy.public': 'ほかの人に見えるもの',
  'legal.privacy.publicText':
    'ランキングには上位口座の名前の最初の2文字、結果、稼働日数、銘柄、現在のラウンドが表示されます。終了したボットは、同意した場合にだけ、設定、期間、利確回数、結果、名前の1文字とともに実例として表示され、同意は取り消せます。',
  'legal.privacy.time': '保管期間',
  'legal.privacy.timeText':
    '契約と支払いの記録は5年、紛争の記録は3年、ログイン記録は3か月、アクセス記録は1年、利用統計は最長26か月。その後削除します。',
  'legal.privacy.rights': 'お客様の権利',
  'legal.privacy.rightsText':
    'セキュリティ画面で、保管されている情報をすべてダウンロードし、アカウントを削除できます。訂正は、招待を受けた運営者にご連絡ください。',
  'legal.privacy.changes': '変更',
  'legal.privacy.changesText': '変更は7日前に、重要な変更は30日前にお知らせします。',
};
