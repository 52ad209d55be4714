// Korean texts: the guide.
import type { guide as base } from '../../en/site/guide.ts';
import type { Section } from '../../message.ts';

export const guide: Section<typeof base> = {
  'guide.title': '이용 가이드',
  'guide.lead': '봇, 위험, 거래소 계정에 관한 짧은 안내 10쪽입니다.',
  'guide.contents': '가이드 목차',
  'guide.language': '언어',
  'guide.home': '시작 화면',
  'guide.previous': '이전',
  'guide.next': '다음',
  'guide.pictures': '그림은 모의 자금으로 실행한 실제 화면입니다.',
  'guide.linking': '거래소 계정 연동',
  'guide.linking.lead': 'Rondo는 본인의 OKX 계정에서 거래합니다. 자금이 저희에게 오는 일은 없습니다.',
  'guide.linking.picture': '거래소 탭: 연동된 계정과 API 키 권한, 연결 상태',
  'guide.linking.how': '연동 방법',
  'guide.linking.howText':
    '거래소 탭에서 “계정 연동”을 선택해 주세요.\nRondo가 요청하면 2단계 인증을 켜 주세요.\nOKX 창에서 로그인하고 Rondo의 거래를 허용해 주세요. Rondo는 비밀번호를 볼 수 없습니다.\n같은 창에서 거래용 API 키 하나를 허용해 주세요.\n연결 테스트가 끝날 때까지 기다려 주세요. 그다음부터 이 계정에서 봇을 실행할 수 있습니다.',
  'guide.linking.rights': '키로 할 수 있는 일',
  'guide.linking.rightsText':
    '키는 잔고, 포지션, 주문을 읽고 봇의 주문을 생성, 수정, 취소할 수 있습니다. 출금이나 이체는 할 수 없습니다.\n출금 권한이 있는 키는 거부하며, 권한은 매시간 다시 확인합니다.',
  'guide.linking.which': '사용할 계정',
  'guide.linking.whichText':
    '봇 전용 서브 계정이 가장 좋습니다. 교차 마진에서는 계정의 모든 포지션이 증거금을 함께 쓰므로, 직접 연 포지션 때문에 봇의 예상 청산가가 가까워질 수 있습니다.\n한 계정에서는 종목마다 봇을 하나만 실행할 수 있습니다.',
  'guide.linking.end': '연동 해제',
  'guide.linking.endText':
    '계정의 봇을 먼저 중지한 뒤 “연동 해제”를 선택해 주세요. Rondo는 거래용 API 키를 삭제하고 계정 정보를 지웁니다. 자금과 보유 포지션은 거래소에 그대로 남습니다.',
  'guide.first': '첫 봇 시작하기',
  'guide.first.lead': '먼저 데모를 체험하고 적은 금액으로 시작해 주세요. 모든 주문을 시작 전에 보여 줍니다.',
  'guide.first.picture': '봇 만들기 화면: 간편 모드의 질문 세 가지와 그에 따른 계획',
  'guide.first.how': '봇을 시작하는 방법',
  'guide.first.howText':
    '종목과 방향을 선택해 주세요. 롱은 가격이 오를 때, 숏은 내릴 때 이익이 납니다.\n간편 모드의 세 가지 질문에 답해 주세요: 얼마까지 쓸지, 어느 정도 하락까지 버틸지, 얼마나 자주 익절할지.\n단계마다 가격, 금액, 예상 청산가를 확인해 주세요.\n라운드의 예상 이익과 최악의 경우를 비교해 주세요.\n설정 확인 화면에서 모든 설정을 확인하고 시작해 주세요.',
  'guide.first.then': '시작한 다음',
  'guide.first.thenText':
    '1단계는 시장가로 체결되고, 더 깊은 단계는 거래소에 지정가 주문으로 걸립니다. 봇 카드의 “다음 동작”에서 어느 가격에 무엇이 일어나는지 볼 수 있습니다.\n봇은 서버에서 실행됩니다. 브라우저를 닫아도 됩니다.',
  'guide.first.advice': '시작하기 전에',
  'guide.first.adviceText':
    '잃어도 되는 금액만 사용해 주세요.\n계정에 가용 증거금을 조금 남겨 주세요.\n이 설정으로 과거에 운용했다면 어땠을지 살펴봐 주세요.\n봇은 중지할 때까지 라운드를 반복합니다.',
  'guide.cycles': '봇의 거래 방식',
  'guide.cycles.lead':
    '롱 봇은 가격이 내리는 동안 단계별로 매수하고, 회복하면 매도합니다. 숏 봇은 반대로 가격이 오르는 동안 단계별로 매도하고, 내리면 되삽니다.',
  'guide.cycles.picture': '실행 중인 봇 카드: 체결된 단계와 대기 중인 단계, 순환 단계, 다음 동작',
  'guide.cycles.ladder': '단계별 진입',
  'guide.cycles.ladderText':
    '첫 단계는 시장가로 체결됩니다. 더 깊은 단계는 거래소에 지정가 주문으로 걸리며, 수량이 앞 단계보다 작지 않습니다. 단계가 체결될 때마다 평균 진입가가 현재가에 가까워집니다.',
  'guide.cycles.base': '본 물량',
  'guide.cycles.baseText':
    '처음 단계들이 본 물량입니다. 주문 하나로 함께 익절하며, 익절가는 평균 진입가보다 설정한 익절 폭만큼 높습니다(숏은 낮습니다).',
  'guide.cycles.cyclic': '순환 단계',
  'guide.cycles.cyclicText':
    '가장 깊은 단계들은 순환 단계입니다. 각각 따로 익절하고, 같은 가격에 주문이 다시 걸립니다. 횟수 제한은 없습니다.\n순환 이익 반영률은 이 이익 중 본 물량 익절가를 현재가에 가깝게 하는 데 쓰는 비율입니다.',
  'guide.cycles.round': '라운드',
  'guide.cycles.roundText':
    '본 물량 익절이 체결되면 봇은 나머지 주문을 취소하고 남은 포지션을 종료하며, 라운드가 끝납니다. 신호로 진입하는 봇이 아니면 다음 라운드가 바로 시작됩니다.\n봇의 손익은 다음 라운드의 금액에 더해집니다. 이익과 손실이 모두 복리로 반영됩니다. 복리를 끄면 순손실만 금액에 반영됩니다.',
  'guide.risk': '잃을 수 있는 금액',
  'guide.risk.lead':
    '단계별 진입은 작은 이익을 여러 번 내지만 큰 손실이 한 번에 날 위험이 있습니다. 시작하기 전에 읽어 주세요.',
  'guide.risk.picture': '새 봇의 설정 확인 화면: 예상 이익, 최악의 경우, 단계별 예상 청산가',
  'guide.risk.liquidation': '강제 청산',
  'guide.risk.liquidationText':
    '가격이 모든 단계를 지나 계속 움직이면 거래소가 포지션을 강제 청산합니다. 봇 만들기 화면은 단계마다 예상 청산가를, 봇 카드는 그 가격까지의 거리를 보여 줍니다.\n이 가격은 예상치입니다. 거래소는 계정 전체의 증거금으로 계산합니다.',
  'guide.risk.worst': '최악의 경우',
  'guide.risk.worstText':
    '최악의 경우 봇의 배정액 전부를 잃습니다. 교차 마진에서는 거래소가 계정의 다른 가용 증거금도 쓰므로 더 잃을 수 있습니다.',
  'guide.risk.stop': '손절',
  'guide.risk.stopText':
    '손절을 설정하지 않으면 손실 포지션이 그대로 남습니다. 손절을 설정하면 라운드의 손실이 설정한 비율에 이를 때 포지션 전체를 시장가로 종료하고 봇도 종료합니다. 급변하는 시장에서는 손실이 더 클 수 있습니다.',
  'guide.risk.cannot': '봇이 할 수 없는 일',
  'guide.risk.cannotText':
    '봇은 예측하지 않습니다. 정해진 규칙을 따릅니다.\n시장의 하락을 막을 수 없습니다.\n거래소가 거래를 중단한 동안에는 거래할 수 없습니다.\n자금이 적은 계정은 더 빨리 강제 청산됩니다.',
  'guide.stopping': '봇 중지',
  'guide.stopping.lead': '“중지” 버튼에는 세 가지 선택지가 있습니다. 선택에 따라 포지션의 처리가 다릅니다.',
  'guide.stopping.picture': '봇 중지 메뉴: 세 가지 방법과 각각의 결과',
  'guide.stopping.after': '다음 익절 후 종료',
  'guide.stopping.afterText':
    '봇은 본 물량의 다음 익절까지 거래한 뒤 종료됩니다. 그 전에는 예약을 취소할 수 있습니다. 진행 중인 라운드가 없는 봇은 바로 종료됩니다. 이 방법은 포지션을 도중에 종료하지 않지만 오래 걸릴 수 있습니다.',
  'guide.stopping.keep': '봇만 중지(포지션 유지)',
  'guide.stopping.keepText':
    '봇이 주문을 취소하고 종료됩니다. 포지션은 익절 주문, 추가 단계, 손절 주문 없이 거래소에 남습니다. 그때부터는 직접 관리해야 합니다.',
  'guide.stopping.close': '포지션 종료 후 봇 중지',
  'guide.stopping.closeText':
    '봇이 주문을 취소하고 포지션을 바로 시장가로 종료합니다. 거래소가 확인하면 알림이 표시되고 봇은 내역 탭으로 옮겨집니다.',
  'guide.stopping.sure': '확인이 오지 않을 때',
  'guide.stopping.sureText':
    '요청은 저장되어 있으며, 거래소가 응답하는 대로 서버가 처리합니다. 급하면 거래소 앱에서 포지션을 확인해 주세요. 언제든지 그곳에서 직접 종료할 수 있습니다.',
  'guide.history': '결과 읽기',
  'guide.history.lead': '내역 탭에서 종료된 모든 봇의 체결, 수수료, 설정을 볼 수 있습니다.',
  'guide.history.picture': '내역 화면: 선택한 기간의 순손익, 손익이 가장 낮은 봇, 손익 곡선',
  'guide.history.sum': '합계',
  'guide.history.sumText':
    '손익은 수수료와 펀딩비를 뺀 값입니다. 손익이 가장 낮은 봇은 합계에 가려지므로 합계 옆에 따로 보여 줍니다.\n남겨 둔 포지션은 실현 손익만 포함합니다.',
  'guide.history.row': '봇 하나',
  'guide.history.rowText':
    '행을 열면 체결별 시각, 가격, 수량, 수수료와 봇의 설정, 로그를 볼 수 있습니다. 진행 중인 라운드는 봇 탭의 카드에서 볼 수 있습니다.',
  'guide.history.file': '세금 신고용 파일',
  'guide.history.fileText': '기간을 고르고 “CSV 내보내기”를 선택해 주세요. 파일에는 봇마다 한 줄이 있습니다.',
  'guide.errors': '문제가 생겼을 때',
  'guide.errors.lead': '봇은 서버에서 실행되고 주문은 거래소에 걸려 있습니다. 화면이 멈춰도 봇은 멈추지 않습니다.',
  'guide.errors.picture': '연결 상태: 이 브라우저에서 거래소까지의 각 구간',
  'guide.errors.link': '연결이 끊겼을 때',
  'guide.errors.linkText':
    '화면 맨 위의 상태 표시는 브라우저, 서버, 거래소의 연결 상태를 보여 주고, 확인이 필요한 거래용 API 키와 봇을 알려 줍니다. 계정의 상태는 거래소 탭에서 볼 수 있습니다. 걸려 있는 주문은 거래소에 남아 그곳에서 체결됩니다. 연결이 복구되면 봇은 그동안 일어난 일을 모두 확인하고 이어서 거래합니다.',
  'guide.errors.key': '거래용 API 키가 거부될 때',
  'guide.errors.keyText':
    '봇은 새 주문을 내지 않으며, 걸려 있는 주문은 거래소에 남습니다. 거래소 탭에서 새 키를 만들어 주세요. 실행 중인 봇은 새 키로 이어서 거래합니다.',
  'guide.errors.margin': '증거금이 부족할 때',
  'guide.errors.marginText':
    '증거금이 부족한 단계는 대기하며, 카드에 표시됩니다. 거래소에 증거금을 추가하거나, 다른 봇을 중지하거나, 직접 연 포지션을 종료해 주세요.',
  'guide.errors.state': '봇이 오류 상태일 때',
  'guide.errors.stateText':
    '봇이 거래를 멈췄고 걸려 있는 주문은 그대로입니다. 로그를 확인한 뒤 포지션을 종료하거나 고객 지원에 문의해 주세요.',
  'guide.security': '계정을 안전하게',
  'guide.security.lead':
    'Rondo는 자금을 출금할 수 없습니다. 하지만 로그인 정보를 얻은 사람은 그 자금으로 거래할 수 있습니다.',
  'guide.security.picture': '보안 화면: 2단계 인증, 패스키, 계정의 세션',
  'guide.security.do': '해야 할 일',
  'guide.security.doText':
    '다른 곳에서 쓰지 않는 비밀번호를 사용해 주세요.\n보안 화면에서 2단계 인증을 켜 주세요.\n복구 코드는 종이에 적어 보관해 주세요.\n모르는 기기의 세션을 종료해 주세요.',
  'guide.security.never': '절대 요구하지 않는 것',
  'guide.security.neverText':
    '출금 권한.\nRondo로 입금.\n거래소 비밀번호.\n채팅이나 전화로 전달하는 인증 앱의 인증 코드.',
  'guide.security.stolen': '다른 사람이 로그인 정보를 알게 되었다면',
  'guide.security.stolenText':
    '비밀번호를 바꿔 주세요. 다른 세션이 모두 종료됩니다.\n이것으로 충분한지 확실하지 않으면 거래소에서 Rondo의 거래용 API 키를 삭제해 주세요.\n고객 지원에 알려 주세요.',
  'guide.whatIf': '과거 결과로 알 수 있는 것과 없는 것',
  'guide.whatIf.lead':
    '슬라이더를 움직이면 그 설정을 과거 가격으로 모의 계산한 결과가 봇 만들기 화면 아래에 표시됩니다.',
  'guide.whatIf.figures': '수치',
  'guide.whatIf.figuresText':
    '버틴 기간: 첫 강제 청산까지의 개월 수.\n연간 순손익: 수수료를 뺀 결과.\n최대 낙폭: 보유 포지션을 포함한 결과의 가장 큰 하락.\n포지션 보유 시간: 포지션이 열려 있던 시간의 비율.',
  'guide.whatIf.band': '범위',
  'guide.whatIf.bandText':
    '캔들만으로는 그 안의 가격 순서를 알 수 없고, 라운드는 조금 일찍 또는 늦게 시작될 수 있습니다. 그래서 이런 경우를 여러 번 모의 계산합니다. 선은 그중 하나이며, 범위에는 모든 결과가 들어 있습니다.',
  'guide.whatIf.limits': '한계',
  'guide.whatIf.limitsText':
    '펀딩비와 슬리피지는 들어 있지 않습니다. 과거에 버틴 설정도 내일은 실패할 수 있습니다. 연습 거래소의 캔들은 가상입니다.',
  'guide.words': '용어',
  'guide.words.lead': '모든 화면에서 같은 뜻으로 쓰는 말입니다.',
  'guide.word.ladder': '단계별 진입',
  'guide.word.ladderText': '첫 가격부터 가장 깊은 가격까지 라운드의 모든 진입 주문.',
  'guide.word.step': '단계',
  'guide.word.stepText': '가격과 수량이 정해진 진입 주문 하나.',
  'guide.word.cyclic': '순환 단계',
  'guide.word.cyclicText': '따로 익절한 뒤 다시 대기하는 깊은 단계.',
  'guide.word.cycle': '순환',
  'guide.word.cycleText': '순환 단계의 진입 한 번과 그에 따른 익절.',
  'guide.word.base': '본 물량',
  'guide.word.baseText': '함께 익절하는 처음 단계들.',
  'guide.word.round': '라운드',
  'guide.word.roundText': '첫 진입부터 본 물량 익절까지의 전부.',
  'guide.word.credit': '순환 이익 반영률',
  'guide.word.creditText': '순환 이익 중 본 물량 익절가를 현재가에 가깝게 하는 데 쓰는 비율.',
  'guide.word.allocation': '배정액',
  'guide.word.allocationText': '봇이 쓸 수 있고 최악의 경우 전부 잃는 금액.',
  'guide.word.leverage': '레버리지',
  'guide.word.leverageText': '포지션이 증거금의 몇 배인지를 나타내는 값.',
  'guide.word.margin': '증거금',
  'guide.word.marginText': '거래소에서 포지션을 뒷받침하는 자금.',
  'guide.word.cross': '교차 마진',
  'guide.word.crossText': '계정의 모든 포지션이 증거금을 함께 쓰는 방식.',
  'guide.word.liquidation': '예상 청산가',
  'guide.word.liquidationText': '거래소가 포지션을 강제 청산할 것으로 예상되는 가격.',
  'guide.word.funding': '펀딩비',
  'guide.word.fundingText': '롱과 숏 포지션이 보통 8시간마다 주고받는 금액.',
  'guide.word.pnl': '손익(PnL)',
  'guide.word.pnlText': '이익과 손실. 종료 뒤에는 실현 손익, 그 전에는 미실현 손익.',
};
