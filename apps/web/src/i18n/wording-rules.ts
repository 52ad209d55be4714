// The wording rules of each language (wording.test.ts): words that a group of keys must not use, punctuation, quotes and spaces.
import type { Language } from './language.ts';

/** A rule of one language: the texts of the keys must not match the pattern. */
type Rule = {
  readonly language: Language;
  readonly rule: string;
  readonly keys: RegExp;
  readonly refused: RegExp;
  /** A text that breaks the rule, and which the pattern must find. */
  readonly violation: string;
};

/** Every key. */
export const all = /./;
/** The lines of a bot's log. The names of its filters are in capitals. */
const logLines = /^bots\.log\.[a-z]+[A-Z.]/;

const korean: readonly Omit<Rule, 'language'>[] = [
  { rule: 'quotes are “ ”', keys: all, refused: /["']/, violation: '"봇"을 중지' },
  {
    rule: 'an exchange account is 연동된 and never 연결된',
    keys: all,
    refused: /계정[가-힣]* 연결|연결된 계정/,
    violation: '계정이 연결되어',
  },
  {
    rule: 'a take-profit, a close, a cycle, a hold or a delisting is not called 청산 (liquidation)',
    keys: /exit|takeProfit|round\.|close|stop|orders\.reason|cycle|key(Refused|Revoked)|text\.revoke|hold|held|recover|dust|trading|replay\.end\.plain/i,
    refused: /청산/,
    violation: '익절 대신 청산 주문은 유지됩니다',
  },
  {
    rule: '청산 has 강제 or 예상 before it',
    keys: all,
    refused: /(?<!강제 |예상 )청산/,
    violation: '포지션이 청산됩니다',
  },
  { rule: 'a request ends in 해 주세요', keys: all, refused: /십시오|하세요|두세요/, violation: '입력하십시오' },
  {
    rule: 'an account is linked with the word 연동',
    keys: /^(linking\.(?!test|step\.test)|exchange\.notLinked|lbank\.(add|none|create)|errors\.(exchange|oauth)|alerts\.tokenExpired|preflight\.uid)/,
    refused: /연결/,
    violation: '계정을 연결하세요',
  },
  {
    rule: '기본 stands for a default only',
    keys: /^(?!create\.(reset|speed\.default)$)/,
    refused: /기본/,
    violation: '기본 청산가',
  },
  {
    rule: 'no particle has two forms in parentheses',
    keys: all,
    refused: /은\(는\)|이\(가\)|을\(를\)|\(으\)로/,
    violation: '{name}은(는) 종료됩니다',
  },
  { rule: 'a line of the log ends in a noun', keys: logLines, refused: /니다$/, violation: '봇이 종료되었습니다' },
  {
    rule: 'all steps are 모든 단계, because 전 단계 also means the previous step',
    keys: all,
    refused: /(?<!이)전 단계/,
    violation: '예상 청산(전 단계)',
  },
  {
    rule: 'the practice exchange is 연습 거래소 and a test network is 테스트넷',
    keys: all,
    refused: /샌드박스|테스트 네트워크/,
    violation: '이 샌드박스에서는',
  },
  { rule: 'a round begins with the word 시작', keys: all, refused: /라운드를 (?:열|엽)/, violation: '라운드를 엽니다' },
  {
    rule: 'the money at an exchange is not the money of the exchange',
    keys: all,
    refused: /거래소의 자금/,
    violation: '포지션을 뒷받침하는 거래소의 자금',
  },
  {
    rule: 'margin that no bot uses is 가용 증거금',
    keys: all,
    refused: /여유 증거금/,
    violation: '여유 증거금이 부족합니다',
  },
  { rule: 'an order rests 호가창에', keys: all, refused: /호가에/, violation: '호가에 대기' },
  {
    rule: 'a bot does not win or lose',
    keys: all,
    refused: /이기든|(?<![가-힣])지든/,
    violation: '봇이 이기든 지든',
  },
  { rule: 'no text has a semicolon', keys: all, refused: /;/, violation: '봇이 멈춥니다; 포지션은 남습니다' },
];

const russian: readonly Omit<Rule, 'language'>[] = [
  {
    rule: 'an account is linked with the word привязать',
    keys: all,
    refused: /(?:под|от)ключ\S* аккаунт/i,
    violation: 'отключить аккаунты',
  },
  {
    rule: 'заявка is a request for registration and never an order',
    keys: /^(?!register\.|pending\.|shell\.operatorWaiting$|operator\.)/,
    refused: /заявк/i,
    violation: 'Заявка отменена',
  },
  {
    rule: 'шаг is a distance and never a step of the ladder',
    keys: /^(?!landing\.title|landing\.proofs\.settings|demo\.settings|entry\.atr\.|.*(istance|stepsTooClose|sameTick|rulesChanged|tickSizes|atrMultiplier|atrMultiplierHint|exampleWidest)$)/,
    refused: /шаг/i,
    violation: 'Шаг 1 исполнен',
  },
  {
    rule: 'an exchange account is аккаунт',
    keys: all,
    refused: /(?<![а-яё])сч[её]т(?!чик)/i,
    violation: 'Привяжите счёт биржи',
  },
  { rule: 'quotes are « »', keys: all, refused: /["“”]/, violation: 'Остановить “бота”?' },
  {
    rule: 'a no-break space is between a number and its unit',
    keys: all,
    refused: /[\d}](?: |)%|[\d}] (?:USDT|мс|мин|ч|д|дн|мес|контр|с назад)(?![а-яё])|\d \d{3}/,
    violation: '{percent} %',
  },
  { rule: 'вы is written small', keys: all, refused: /[а-яё,] (?:Вы|Вас|Вам|Ваш)/, violation: 'если Вы решите' },
  {
    rule: 'positions use a common margin and do not divide it',
    keys: all,
    refused: /дел(?:ит|ят) (?:\S+ )?марж/,
    violation: 'Все позиции аккаунта делят его маржу.',
  },
  {
    rule: 'a bot opens positions and no entries',
    keys: all,
    refused: /открыва\S+ (?:новых )?вход/,
    violation: 'бот не открывает новых входов',
  },
  {
    rule: 'an advantage is доказано and not показано',
    keys: all,
    refused: /Преимущество[^.]* не показано/,
    violation: 'Преимущество не показано',
  },
  {
    rule: 'an advantage is перед something',
    keys: all,
    refused: /преимущество над/i,
    violation: 'Преимущество над случайным входом',
  },
  {
    rule: 'проиграть means to lose, so a round is показать',
    keys: all,
    refused: /проигр/i,
    violation: 'Проиграть раунд',
  },
  {
    rule: 'a dash with spaces is an em dash, except between two values',
    keys: all,
    refused: /[^}] – [^{]/,
    violation: 'Демо – не настоящие деньги',
  },
  { rule: 'a live connection is поток', keys: all, refused: /жив\S+ соединени/i, violation: 'Живое соединение' },
  { rule: 'a call to the exchange is запрос', keys: all, refused: /вызов/i, violation: 'Доля вызовов биржи' },
  { rule: 'a right is право на', keys: all, refused: /прав\S* (?:вывода|торговли|чтения)/i, violation: 'право вывода' },
  {
    rule: 'ё is written in each word that has it',
    keys: all,
    refused: /(?<![а-яё])(?:еще|расчет|отчет|учет)/i,
    violation: 'Расчетная ликвидация',
  },
];

const chinese: readonly Omit<Rule, 'language'>[] = [
  {
    rule: 'an account is linked with the word 关联',
    keys: all,
    refused: /(?:连接|断开)(?:的)?账户/,
    violation: '无法连接账户',
  },
  { rule: 'quotes are “ ”', keys: all, refused: /["']/, violation: '停止"机器人"？' },
  {
    rule: 'the marks beside Chinese signs and placeholders are full width',
    keys: all,
    refused: /[\u4E00-\u9FFF}][,:;?!()]|[,:;?!()][\u4E00-\u9FFF{]/,
    violation: '当前,全部',
  },
  {
    rule: 'a registration waits for 审核, and 批准 is the decision that the operator takes or withdraws',
    keys: /^(?:register|landing|legal|firstRun|pending\.(?:step|badge|text|free)|shell|errors\.notGranted)/,
    refused: /批准/,
    violation: '等待运营人员批准',
  },
  { rule: 'a step is 档', keys: all, refused: /(?<!下一|同|两)步(?!骤)|\}\s?级/, violation: '第 {step} 步' },
  {
    rule: '退出 is the end of a session and never an exit',
    keys: all,
    refused: /退出(?!登录)/,
    violation: '退出价',
  },
  {
    rule: '绑定 binds a key to an IP address and never links an account',
    keys: /^(?!.*key(Address|NotBound|Unbound)$|operator\.action\.key\.)/,
    refused: /绑定/,
    violation: '绑定账户',
  },
  {
    rule: '持仓 names the position mode only',
    keys: /^(?!.*position_?[Mm]ode|preflight\.word\.)/,
    refused: /持仓/,
    violation: '保留持仓',
  },
  { rule: 'a one-time code is 验证码 and never 代码', keys: all, refused: /代码/, violation: '输入代码' },
  {
    rule: 'a space is between Chinese signs and Latin letters or digits',
    keys: all,
    refused: /[\u4E00-\u9FFF][A-Za-z0-9]|[A-Za-z0-9][\u4E00-\u9FFF]/,
    violation: '关联OKX账户',
  },
  {
    rule: 'a place of residence is 国家或地区',
    keys: all,
    refused: /国家(?!或地区)/,
    violation: '受限国家居民',
  },
  {
    rule: 'no space is beside a full-width mark',
    keys: all,
    refused: /[，。：；？！（）] | [，。：；？！（）]/,
    violation: '等待， 请',
  },
  {
    rule: 'an order is 撤销 and never 取消',
    keys: all,
    refused: /取消[^，。：；]*(?:订单|挂单)|(?:订单|挂单)[^，。：；]*取消/,
    violation: '挂单已取消',
  },
  { rule: 'the margin in use is 占用保证金', keys: all, refused: /已用保证金/, violation: '已用保证金' },
];

const japanese: readonly Omit<Rule, 'language'>[] = [
  {
    rule: 'an exchange account is 取引所口座',
    keys: all,
    refused: /取引所アカウント/,
    violation: '取引所アカウントを連携',
  },
  { rule: 'a numbered step is 段目', keys: all, refused: /\{step\}段(?!目)/, violation: '{step}段が約定' },
  { rule: 'a question ends in か？', keys: all, refused: /か[。?]/, violation: '停止しますか。' },
  {
    rule: 'the marks beside Japanese signs are full width',
    keys: all,
    refused: /[ぁ-んァ-ヶ一-龯][,:;?!()~]|[,:;?!()~][ぁ-んァ-ヶ一-龯]/,
    violation: 'サイクル段とは?',
  },
  {
    rule: 'no space is between Japanese signs and Latin letters or digits',
    keys: all,
    refused: /[ぁ-んァ-ヶー一-龯] [A-Za-z0-9]|[A-Za-z0-9] [ぁ-んァ-ヶ一-龯]|\} [ぁ-んァ-ヶ一-龯]/,
    violation: 'OKX の銘柄',
  },
  {
    rule: '清算 has 強制 or 推定 before it',
    keys: all,
    refused: /(?<!強制|推定)清算/,
    violation: 'ポジションを清算します',
  },
  {
    rule: 'アカウント is the account at Rondo and never the exchange account',
    keys: /^(exchange|linking|connection|preflight|alerts|create|lbank|bots)\./,
    refused: /アカウント/,
    violation: 'アカウントの取引用APIキー',
  },
  { rule: 'quotes are 「 」', keys: all, refused: /["“”]/, violation: '“先物”' },
  {
    rule: 'a line of the log ends in a noun',
    keys: logLines,
    refused: /(?:ます|です|ました|ません)$/,
    violation: '終了します',
  },
  { rule: 'a cancellation is 取り消し', keys: all, refused: /取消し/, violation: '注文の取消し' },
  { rule: 'a resting order is 板に指値', keys: all, refused: /板で待機/, violation: '板で待機' },
];

const english: readonly Omit<Rule, 'language'>[] = [
  {
    rule: 'a no-break space is between a number and its unit',
    keys: all,
    refused: /[\d}] (?:USDT|min|ms|s|h|d)(?![a-z])/,
    violation: '{amount} USDT',
  },
  {
    rule: 'a result that can be a loss is PnL and never profit',
    keys: /^history\.(totalProfit|profit|curve|net)|^landing\.board\.(profit|top)$/,
    refused: /profit/i,
    violation: 'Total profit, net',
  },
  {
    rule: 'the address of a key or of a log-in is an IP address',
    keys: /key(Address|NotBound)$|privacy\.whatText$|newLoginText$|loginAddress$/,
    refused: /(?<!IP |\{)address/i,
    violation: 'The key is bound to no address.',
  },
  { rule: 'quotes and apostrophes are typographic', keys: all, refused: /['"]/, violation: "the exchange's key" },
  {
    rule: 'a key can or cannot do something, because "may" also means "perhaps"',
    keys: all,
    refused: /\bmay (?:not )?(?:read|trade|withdraw)/,
    violation: 'The key may withdraw.',
  },
  {
    rule: 'a key is created and revoked, and never made and ended',
    keys: all,
    refused: /\bmak(?:e|ing) (?:a|the|one)\b.*\bkey\b|\bkeys? ended\b|\bended the .*\bkey\b/i,
    violation: 'Make a new key',
  },
  {
    rule: 'the amount of a bot is its allocation and never a budget',
    keys: all,
    refused: /(?<!\{)budget/i,
    violation: 'Budget of the round',
  },
  {
    rule: 'margin that no bot uses is available margin',
    keys: all,
    refused: /free margin/i,
    violation: 'Not enough free margin',
  },
  {
    rule: 'a code comes from an authenticator',
    keys: all,
    refused: /codes? of (?:your|the|an) authenticator/i,
    violation: 'Code of your authenticator',
  },
  { rule: 'the second factor has one name', keys: all, refused: /two-factor/i, violation: 'two-factor authentication' },
  {
    rule: 'the steps of the order rules are the tick size and the lot size',
    keys: all,
    refused: /(?:price|size) step/i,
    violation: 'price step {tickSz}',
  },
  {
    rule: 'an operator creates a link and does not make it',
    keys: /^operator\.(?!health\.)/,
    refused: /\bma[kd]e\b/i,
    violation: 'Password link made',
  },
  { rule: 'to log in opens no account', keys: all, refused: /opens? your account/i, violation: 'opens your account' },
];

export const rules: readonly Rule[] = [
  ...korean.map((rule) => ({ language: 'ko' as const, ...rule })),
  ...russian.map((rule) => ({ language: 'ru' as const, ...rule })),
  ...chinese.map((rule) => ({ language: 'zh' as const, ...rule })),
  ...japanese.map((rule) => ({ language: 'ja' as const, ...rule })),
  ...english.map((rule) => ({ language: 'en' as const, ...rule })),
];
