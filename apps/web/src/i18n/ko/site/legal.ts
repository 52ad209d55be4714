// Korean texts: terms and privacy notice.
import type { legal as base } from '../../en/site/legal.ts';
import type { Section } from '../../message.ts';

export const legal: Section<typeof base> = {
  'legal.contents': '목차',
  'legal.revised': '최종 개정일 {date}',
  'legal.effective': '시행일 {date}',
  'legal.terms': '이용약관',
  'legal.privacy': '개인정보 처리방침',
  'legal.terms.what': 'Rondo란',
  'legal.terms.whatText':
    'Rondo는 소프트웨어입니다. 사용자가 선택하고 시작 전에 확인할 수 있는 규칙에 따라 사용자의 거래소 계정에서 주문을 내고 취소합니다. 투자 자문을 하지 않고 자금을 운용하지 않으며 수익을 약속하지 않습니다.',
  'legal.terms.who': '이용할 수 있는 사람',
  'legal.terms.whoText':
    '만 18세 이상이며 제한 국가에 거주하지 않는 사람이 이용할 수 있습니다. 가입은 초대로 이루어지며 모든 가입 신청은 운영자의 승인을 받아야 합니다. 승인에는 비용이 들지 않습니다.',
  'legal.terms.account': '계정',
  'legal.terms.accountText':
    '한 사람은 하나의 계정만 사용합니다. 비밀번호를 다른 사람에게 알리지 말고 2단계 인증을 켜 주세요. 다른 사람이 계정을 사용했을 수 있다면 보안 화면에서 모든 세션을 종료하고 운영자에게 알려 주세요.',
  'legal.terms.keys': '거래소 키',
  'legal.terms.keysText':
    '연동된 키는 읽기와 거래만 할 수 있습니다. 출금 권한이 있는 키는 거부됩니다. 실행 중인 봇이 없으면 언제든지 연동을 해제할 수 있으며, 거래소의 포지션은 사용자가 종료할 때까지 남습니다.',
  'legal.terms.custody': '자금',
  'legal.terms.custodyText':
    '자금은 거래소의 사용자 계정에 있습니다. Rondo는 고객 자산을 보관하지 않으며 출금이나 이체를 할 수 없습니다.',
  'legal.terms.risk': '위험',
  'legal.terms.riskText':
    '레버리지 거래에서는 증거금 전부를 잃을 수 있습니다. 교차 마진에서는 계정에 다른 가용 증거금이 있으면 봇에 배정한 금액보다 더 잃을 수 있습니다. 모의 거래, 데모, 과거 결과는 미래를 보장하지 않습니다. 어떤 설정을 실행할지는 사용자가 결정하며 그 결과도 사용자에게 귀속됩니다.',
  'legal.terms.fees': '수수료와 수입',
  'legal.terms.feesText':
    'Rondo는 자체 수수료를 받지 않습니다. 거래소가 사용자에게 부과하는 거래 수수료의 일부를 Rondo에 지급합니다. 따라서 봇이 이익을 내든 손실을 내든 거래할 때마다 Rondo에 수입이 생깁니다. 이는 이해 상충입니다.',
  'legal.terms.conduct': '부정 이용',
  'legal.terms.conductText':
    '자금 세탁, 공격, 스팸 마케팅, 타인 정보 도용이 있으면 예고 없이 이용을 제한할 수 있습니다.',
  'legal.terms.limits': '장애가 발생하면',
  'legal.terms.limitsText':
    '네트워크, 거래소, Rondo 서버에 장애가 생길 수 있습니다. 거래소에 걸린 주문은 그대로 남고, 연결이 복구되면 봇이 이어서 작동합니다. 법이 허용하는 범위에서 시장, 거래소, 사용자가 선택한 설정으로 인한 손실에는 책임을 지지 않습니다.',
  'legal.terms.end': '종료',
  'legal.terms.endText':
    '실행 중인 봇이 없으면 보안 화면에서 계정을 삭제할 수 있습니다. 법이 요구하는 기록은 개인정보 처리방침에 적힌 기간 동안 보관됩니다.',
  'legal.terms.changes': '변경',
  'legal.terms.changesText': '약관 변경은 7일 전에, 수수료 변경은 30일 전에 알립니다.',
  'legal.privacy.what': '보관하는 정보',
  'legal.privacy.whatText':
    '이메일, 메신저 ID, 거주 국가, 초대 코드, 동의한 약관의 버전. 시각, IP 주소, 브라우저가 담긴 로그인 기록. 연동된 거래소 계정과 암호화된 키. 봇과 그 주문, 체결, 결과. 운영에 필요하지 않은 것은 보관하지 않습니다.',
  'legal.privacy.why': '이용 목적',
  'legal.privacy.whyText':
    '서비스 운영, 계정 보호, 법 준수를 위해서입니다. 광고가 없고 아무것도 판매하지 않으며 어떤 페이지도 제3자에게 요청을 보내지 않습니다.',
  'legal.privacy.browser': '브라우저에 저장되는 정보',
  'legal.privacy.browserText':
    '언어, 화면 설정, 프로필과 로그인 유지를 선택한 경우의 이메일은 브라우저 저장소에 보관되고, 쿠키 하나를 로그인 유지에 사용합니다. 추적은 하지 않습니다. 로그아웃하면 프로필과 쿠키가 삭제됩니다.',
  'legal.privacy.safety': '보호 방법',
  'legal.privacy.safetyText':
    '거래소 키는 AES-256으로, 통신은 TLS 1.3으로 암호화되며 비밀번호는 해시로만 보관됩니다. 어떤 페이지나 로그, 응답에도 거래소의 비밀 정보가 담기지 않습니다.',
  'legal.privacy.who': '열람하는 사람',
  'legal.privacy.whoText':
    '연동한 거래소는 주문을 볼 수 있습니다. 운영자는 이메일, 메신저 ID, 거주 국가, 초대 코드, 로그인 기록, 연동 상태, 봇, 감사 기록을 보지만 키와 비밀번호는 볼 수 없습니다. 관계 기관에는 법에 따라 제공해야 하는 정보만 제공합니다.',
  'legal.privacy.public': '다른 사람에게 공개되는 정보',
  'legal.privacy.publicText':
    '리더보드에는 상위 계정의 이름 앞 두 글자, 결과, 활동 일수, 종목, 현재 라운드가 표시됩니다. 종료된 봇은 동의한 경우에만 설정, 기간, 익절 횟수, 결과, 이름 한 글자와 함께 사용 사례로 표시되며 동의는 철회할 수 있습니다.',
  'legal.privacy.time': '보관 기간',
  'legal.privacy.timeText':
    '계약과 결제 기록 5년, 분쟁 기록 3년, 로그인 기록 3개월, 접속 로그 1년, 이용 통계 최대 26개월. 그 뒤 삭제됩니다.',
  'legal.privacy.rights': '사용자의 권리',
  'legal.privacy.rightsText':
    '보안 화면에서 보관된 모든 정보를 내려받고 계정을 삭제할 수 있습니다. 정정이 필요하면 초대한 운영자에게 연락해 주세요.',
  'legal.privacy.changes': '변경',
  'legal.privacy.changesText': '변경은 7일 전에, 중요한 변경은 30일 전에 알립니다.',
};
