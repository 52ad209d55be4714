// Japanese texts: the guide.
import type { guide as base } from '../../en/site/guide.ts';
import type { Section } from '../../message.ts';

export const guide: Section<typeof base> = {
  'guide.title': '使い方ガイド',
  'guide.lead': 'ボット、リスク、取引所口座についての短い10ページです。',
  'guide.contents': 'ガイドの目次',
  'guide.language': '言語',
  'guide.home': 'トップページ',
  'guide.previous': '前のページ',
  'guide.next': '次のページ',
  'guide.pictures': '画像は実際の画面です。資金はシミュレーションです。',
  'guide.linking': '取引所口座を連携する',
  'guide.linking.lead': 'Rondoはご自身のOKX口座で取引します。資金が当社に移ることはありません。',
  'guide.linking.picture': '取引所タブ：連携した口座、APIキーの権限、接続状況',
  'guide.linking.how': '連携の手順',
  'guide.linking.howText':
    '「取引所」タブを開き、「口座を連携」を選びます。\nRondoから求められたら、二段階認証を有効にします。\nOKXのウィンドウでログインし、Rondoの取引を許可します。Rondoがパスワードを見ることはありません。\n同じウィンドウで取引用APIキーを1つ許可します。\n接続テストが終わるのを待ちます。その後、この口座でボットを動かせます。',
  'guide.linking.rights': 'キーにできること',
  'guide.linking.rightsText':
    'キーでできるのは、残高・ポジション・注文の読み取りと、ボットの注文の発注・変更・取消です。出金や振替はできません。\n出金の権限を持つキーは拒否します。権限は1時間ごとに再確認します。',
  'guide.linking.which': 'どの口座を使うか',
  'guide.linking.whichText':
    'ボット専用のサブ口座が最適です。クロスマージンでは口座のすべてのポジションが証拠金を共有するため、ご自身のポジションがボットの推定清算価格を近づけることがあります。\n1つの口座で動かせるボットは、銘柄ごとに1つだけです。',
  'guide.linking.end': '連携の解除',
  'guide.linking.endText':
    '先にその口座のボットを停止し、「連携を解除」を選びます。Rondoは取引用APIキーと口座の登録を削除します。資金と未決済のポジションは取引所に残ります。',
  'guide.first': '最初のボット',
  'guide.first.lead': 'まずデモを試し、少額から始めてください。すべての注文を開始前に示します。',
  'guide.first.picture': '作成画面：かんたんモードの3つの質問と、それに応じた計画',
  'guide.first.how': 'ボットの始め方',
  'guide.first.howText':
    '銘柄と方向を選びます。ロングは価格が上がると、ショートは下がると利益になります。\nかんたんモードの3つの質問に答えます。いくら使うか、どこまでの下落に耐えるか、どのくらいの頻度で利確するかです。\n各段の価格、金額、推定清算価格を確認します。\n1ラウンドの見込み利益と最悪の場合を比べます。\n確認画面ですべての設定を確かめ、開始します。',
  'guide.first.then': '開始した後',
  'guide.first.thenText':
    '1段目は成行で約定し、より深い段は取引所に指値で置かれます。ボットのカードの「次の動き」で、どの価格で何が起きるかがわかります。\nボットは当社のサーバーで動きます。ブラウザーは閉じてかまいません。',
  'guide.first.advice': '開始する前に',
  'guide.first.adviceText':
    '失ってもよい金額だけを使ってください。\n口座に利用可能な証拠金を少し残してください。\nこの設定を過去に使っていたらどうなったかを見てください。\nボットは停止するまでラウンドを繰り返します。',
  'guide.cycles': 'ボットの取引のしかた',
  'guide.cycles.lead': 'ロングのボットは価格が下がる間に段ごとに買い、戻ると売ります。ショートのボットはその逆です。',
  'guide.cycles.picture': '稼働中のボットのカード：約定した段と待機中の段、サイクル段、次の動き',
  'guide.cycles.ladder': 'ラダー',
  'guide.cycles.ladderText':
    '1段目は成行で約定します。より深い段は取引所に指値で置かれ、どの段も前の段より小さくなりません。段が約定するたびに、平均取得価格が現在値に近づきます。',
  'guide.cycles.base': 'ベース',
  'guide.cycles.baseText':
    '浅い段がベースです。1つの注文でまとめて利確します。ベースの利確価格は、ベースの平均取得価格から設定した利確幅だけ、ロングでは上、ショートでは下になります。',
  'guide.cycles.cyclic': 'サイクル段',
  'guide.cycles.cyclicText':
    'ラダーの深い側の段がサイクル段です。それぞれが単独で利確し、元の価格で注文が再び待機します。回数に制限はありません。\nサイクル利益の充当率は、その利益のうちベースの利確価格を近づけるのに使う割合です。',
  'guide.cycles.round': 'ラウンド',
  'guide.cycles.roundText':
    'ベースの利確注文が約定すると、ボットは残りの注文を取り消し、残ったポジションを決済して、ラウンドが終わります。シグナルでエントリーする場合を除き、次のラウンドはすぐに始まります。\nボットの損益は次のラウンドの割当額に加わります。利益も損失も複利になります。複利をオフにすると、割当額が変わるのは純損失のときだけです。',
  'guide.risk': '失う可能性のある金額',
  'guide.risk.lead':
    'ラダーは、多くの小さな利益と引き換えに、一度の大きな損失の可能性を引き受けます。開始前にお読みください。',
  'guide.risk.picture': '新しいボットの確認画面：見込み利益、最悪の場合、各段の推定清算価格',
  'guide.risk.liquidation': '強制清算',
  'guide.risk.liquidationText':
    '価格がすべての段を通り過ぎてさらに動くと、取引所がポジションを強制清算します。作成画面は段ごとの推定清算価格を、カードはそこまでの距離を示します。\nこの価格は推定です。取引所は口座全体の証拠金で計算します。',
  'guide.risk.worst': '最悪の場合',
  'guide.risk.worstText':
    'ボットの最悪の場合は、割当額の全額を失うことです。クロスマージンでは、取引所が口座のほかの利用可能な証拠金も使うため、損失がさらに大きくなることがあります。',
  'guide.risk.stop': '損切り',
  'guide.risk.stopText':
    '損切りがなければ、含み損のポジションはそのまま残ります。損切りを使うと、ラウンドの損失が割当額の設定割合に達したときに、全ポジションを成行で決済し、ボットは終了します。相場の急変時は損失がさらに大きくなることがあります。',
  'guide.risk.cannot': 'ボットにできないこと',
  'guide.risk.cannotText':
    'ボットは予測しません。決まった規則に従います。\n相場の下落を止めることはできません。\n取引所が取引を停止している間は取引できません。\n資金の少ない口座ほど早く強制清算されます。',
  'guide.stopping': 'ボットを停止する',
  'guide.stopping.lead': '停止ボタンには3つの選択肢があります。違いはポジションの扱いです。',
  'guide.stopping.picture': 'ボットの停止メニュー：3つの方法とそれぞれの結果',
  'guide.stopping.after': '次の利確後に停止',
  'guide.stopping.afterText':
    'ボットはベースの次の利確まで取引して終了します。それまではこの予約をオフにできます。進行中のラウンドがないボットはすぐに終了します。途中で決済することはありませんが、時間がかかることがあります。',
  'guide.stopping.keep': 'ボットのみ停止（ポジションは維持）',
  'guide.stopping.keepText':
    'ボットは注文を取り消して終了します。ポジションは利確注文も追加の段も損切りもない状態で取引所に残ります。その後はご自身で管理してください。',
  'guide.stopping.close': 'ポジションを決済してボットを停止',
  'guide.stopping.closeText':
    'ボットは注文を取り消し、ポジションをすぐに成行で決済します。取引所が確認するとメッセージが表示され、ボットは履歴に移ります。',
  'guide.stopping.sure': '確認が届かないとき',
  'guide.stopping.sureText':
    '指示は保存され、取引所が応答しだいサーバーが実行します。急ぐときは取引所のアプリでポジションを確認してください。そこでいつでも決済できます。',
  'guide.history': '結果の読み方',
  'guide.history.lead': '「履歴」タブには、終了したすべてのボットが、約定、手数料、設定とともに並びます。',
  'guide.history.picture': '履歴：選んだ期間の純損益、損益が最も低いボット、損益の推移',
  'guide.history.sum': '合計',
  'guide.history.sumText':
    '損益は手数料と資金調達料を差し引いた額です。損益が最も低いボットは合計だけでは見えないため、合計の横に示します。\n維持したポジションは、実現分だけを集計します。',
  'guide.history.row': '1つのボット',
  'guide.history.rowText':
    '行を開くと、約定ごとの時刻、価格、数量、手数料と、設定、ログを見られます。進行中のラウンドは「ボット」タブのカードに表示されます。',
  'guide.history.file': '税務の記録に',
  'guide.history.fileText': '期間を選び、「CSV書き出し」を押してください。ファイルはボット1件につき1行です。',
  'guide.errors': '問題が起きたとき',
  'guide.errors.lead':
    'ボットは当社のサーバーで動き、注文は取引所に置かれています。画面が止まってもボットは止まりません。',
  'guide.errors.picture': '接続状況：このブラウザーから取引所までの各区間',
  'guide.errors.link': '接続が切れたとき',
  'guide.errors.linkText':
    '画面上部の表示で、ブラウザー、サーバー、取引所の接続状態と、確認が必要な取引用APIキーとボットがわかります。口座の状態は「取引所」タブで確認できます。未約定の注文は取引所に残り、そこで約定します。接続が戻ると、ボットはその間の出来事をすべて読み取り、続きから動きます。',
  'guide.errors.key': '取引用APIキーが拒否されたとき',
  'guide.errors.keyText':
    'ボットは新しい注文を出さず、未約定の注文は取引所に残ります。「取引所」タブで新しいキーを作成してください。稼働中のボットは新しいキーで稼働を続けます。',
  'guide.errors.margin': '証拠金が足りないとき',
  'guide.errors.marginText':
    '証拠金が足りない段は待機し、カードに表示されます。取引所で証拠金を追加するか、ほかのボットを停止するか、ご自身のポジションを決済してください。',
  'guide.errors.state': 'ボットが「エラー」のとき',
  'guide.errors.stateText':
    'ボットは取引を止め、未約定の注文はそのままです。ログを読み、ポジションを決済するか、サポートに連絡してください。',
  'guide.security': 'アカウントを守る',
  'guide.security.lead':
    'Rondoが資金を出金することはできません。ただし、ログイン情報を知った人は、その資金で取引できてしまいます。',
  'guide.security.picture': 'セキュリティ画面：二段階認証、パスキー、アカウントのセッション',
  'guide.security.do': 'しておくこと',
  'guide.security.doText':
    'ほかで使っていないパスワードを使います。\n「セキュリティ」画面で二段階認証を有効にします。\n復旧コードは紙に書いて保管します。\n知らない端末のセッションを終了します。',
  'guide.security.never': '決してお願いしないこと',
  'guide.security.neverText':
    '出金の権限。\n当社への入金。\n取引所のパスワード。\nチャットや電話で認証アプリの認証コードを伝えること。',
  'guide.security.stolen': 'ログイン情報を他人に知られたら',
  'guide.security.stolenText':
    'パスワードを変更してください。ほかのセッションはすべて終了します。\nそれで十分か確信が持てない場合は、取引所でRondoの取引用APIキーを削除してください。\nサポートに連絡してください。',
  'guide.whatIf': '過去からわかること、わからないこと',
  'guide.whatIf.lead':
    'スライダーを動かすと、その設定を過去の価格で試したシミュレーションが、フォームの下に表示されます。',
  'guide.whatIf.figures': '数値',
  'guide.whatIf.figuresText':
    '耐えた期間：最初の強制清算までの月数。\n年間純損益：手数料を引いた結果。\n最大ドローダウン：未決済分を含む結果の最大の下落。\nポジション保有時間：ポジションを持っていた時間の割合。',
  'guide.whatIf.band': '帯',
  'guide.whatIf.bandText':
    '足からは、その中の価格の順番がわかりません。また、ラウンドは少し早く、または遅く始まることがあります。そこで何度もシミュレーションします。線はそのうちの1回で、帯はすべてを含みます。',
  'guide.whatIf.limits': '限界',
  'guide.whatIf.limitsText':
    '資金調達料とスリッページは含みません。過去に耐えた設定が、明日は失敗することもあります。練習用取引所の足は架空です。',
  'guide.words': '用語集',
  'guide.words.lead': 'Rondoの用語です。どの画面でも同じ意味です。',
  'guide.word.ladder': 'ラダー',
  'guide.word.ladderText': '最初の価格から最も深い価格まで、1ラウンドのすべてのエントリー注文。',
  'guide.word.step': '段',
  'guide.word.stepText': '価格と数量が決まった1つのエントリー注文。',
  'guide.word.cyclic': 'サイクル段',
  'guide.word.cyclicText': '単独で利確した後、再び待機する深い段。',
  'guide.word.cycle': 'サイクル',
  'guide.word.cycleText': 'サイクル段の1回のエントリーと利確。',
  'guide.word.base': 'ベース',
  'guide.word.baseText': 'まとめて利確する浅い段。',
  'guide.word.round': 'ラウンド',
  'guide.word.roundText': '最初のエントリーからベースの利確まで。',
  'guide.word.credit': 'サイクル利益の充当率',
  'guide.word.creditText': 'サイクル利益のうち、ベースの利確価格を近づけるのに使う割合。',
  'guide.word.allocation': '割当額',
  'guide.word.allocationText': 'ボットが使える金額で、最悪の場合に失う金額。',
  'guide.word.leverage': 'レバレッジ',
  'guide.word.leverageText': 'ポジションが証拠金の何倍かを示す値。',
  'guide.word.margin': '証拠金',
  'guide.word.marginText': '取引所でポジションを支える資金。',
  'guide.word.cross': 'クロスマージン',
  'guide.word.crossText': '口座のすべてのポジションが証拠金を共有する方式。',
  'guide.word.liquidation': '推定清算価格',
  'guide.word.liquidationText': '取引所がポジションを強制清算すると推定される価格。',
  'guide.word.funding': '資金調達料',
  'guide.word.fundingText': 'ロングとショートの間で、通常8時間ごとにやり取りする金額。',
  'guide.word.pnl': '損益（PnL）',
  'guide.word.pnlText': '決済後は実現損益、決済前は未実現損益。',
};
