// Texts that were replaced after the review of the Japanese terms, and that no rule of the wording finds. Plural forms are separated by a slash.

export const replacedTexts: Readonly<Record<string, string>> = {
  'bots.ofAllocation': '割当額に対し合計 {percent}',
  'bots.ifAll': '全{count}段が約定すると{price}で{percent}',
  'bots.table.current': '現在',
  'bots.stepOf': '{all}段中{current}段',
  'bots.rung.rests': '板で待機',
  'bots.next.exitLong': '{price}で全て売る',
  'bots.next.exitShort': '{price}で全て買い戻す',
  'bots.next.exitNote': 'ラウンドを終える',
  'bots.next.entryNote': '{price}で。その後の推定清算価格 {liquidation}',
  'bots.next.waiting': '取引所が前の注文を確認すると、次の注文が続きます。',
  'bots.stop.keepText': '{size} {unit}がOKXに利確も追加の段もなく残ります。',
  'bots.stop.close': '決済してボットを停止',
  'bots.stop.closeText': 'すべての注文を取消し、{size} {unit}を今すぐ成行で決済します。',
  'bots.stop.failed': '命令は実行されませんでした：{reason}',
  'bots.stop.scheduledOn': '{name}は次の利確後に終わります。',
  'bots.dialog.between': '~',
  'bots.margin.barLabel': '{total} USDT中 {reserved} USDTを確保',
  'bots.short.reserved': '確保額、USDT',
  'bots.another.text':
    '{amount} USDTが空いています。{inUse}は使用中で、他の銘柄は使えます。 / {amount} USDTを利用できます。使用中：{inUse}。ほかの銘柄はすべて選べます。',
  'bots.errorState': 'このボットは動作を止めました。注文はそのままです。ログを確認し、決済するか問い合わせてください。',
  'create.shortCaution':
    'ショートはヘッジ用に推奨されます。価格が上がると損失になります。 / ショートはヘッジ用ボットにおすすめです。価格が上がると損失になります。',
  'create.estLiquidation': '全段約定時の推定清算 {distance}',
  'create.grid.strong': '強い',
  'create.grid.fast': '速い',
  'create.cyclic.fills': '深い段がラダー価格で約定します。',
  'create.cyclic.rests': '同じ価格で注文が何度でも再び待機します。',
  'create.table.fromNow': '現在比',
  'create.table.average': '以後の平均',
  'create.table.liquidation': '以後の推定清算',
  'create.table.unaffordable': '支払い不可',
  'create.dock.liquidation': '推定清算、全段',
  'create.dock.expected': '1ラウンドの見込み、手数料別',
  'create.dock.range': '{low} ~ {high}',
  'create.dock.neverRepaid': '手数料が目標を上回り、取り戻せません',
  'create.review': 'ボットを確認',
  'create.afterFirst': '1段目の後',
  'create.estLiq': '推定清算',
  'chart.liquidationAfterEach': '各段後の推定清算',
  'chart.ownScale': '独自の目盛、0~{price}',
  'common.duration.daysHours': '{days}日 {hours}時間',
  'common.duration.hoursMinutes': '{hours}時間 {minutes}分',
  'shell.footer.risk': 'レバレッジ取引では証拠金の全額を失うことがあります。過去の結果は将来を示しません。',
  'replay.end.plain': '価格が決済価格に戻りました。',
  'demo.label': 'デモ – 実際のお金ではありません',
  'demo.failed': '価格またはローソク足を読み込めませんでした。再度要求しています。',
  'landing.risk': 'レバレッジ取引では証拠金の全額を失うことがあります。ボットはその危険をなくしません。',
  'landing.title': '次の一手が見える取引ボット。',
  'landing.watch': '決める前に、10,000デモUSDTで動きを見てください。',
  'landing.how.ladderText': '最初の段は成行で買います。深い段は取引所に指値で置かれ、前の段より小さくなりません。',
  'landing.never.withdraw': '出金の権限。',
  'landing.never.password': '取引所のパスワード。',
  'landing.never.hurry': '急いだ決断。',
  'pending.step.approved': '承認されます',
  'connection.keyRefused':
    '取引所が{name}のキーを拒否しています。新規エントリーは待機し、注文は取引所に残ります。取引所タブで新しいキーを作成してください。',
  'errors.exchangeFieldsRequired': 'アカウント名、APIキー、シークレットキーをすべて入力してください。',
  'errors.exchangeByConsent': 'このアカウントはキーではなく同意手続きで連携・解除します。',
  'errors.alreadyDecided': 'この人についてはすでに別の運営者が判断しました。',
  'exchange.brokerText': 'ボットの取引ごとに、勝ち負けに関係なく当社に収入があります。これは利益相反です。',
  'history.to': 'から',
  'history.worst': '最も悪いボット',
  'history.completed': '完了',
  'legal.privacy.whatText':
    'メールアドレス、メッセンジャーID、居住国、同意した規約の版。日時・アドレス・ブラウザーを含むログイン記録。キーを封印した連携口座。ボットとその注文、約定、結果。運営に不要なものは保管しません。',
  'preflight.keyAddress':
    'キーがこのサーバー以外のアドレスに限定されています。ここで新しいキーを作るか、取引所でアドレスを追加してください。',
  'preflight.leadTrader': 'コピートレード口座です（{role}）。コピーもされもしないサブ口座を使ってください。',
  'linking.rights.password': 'パスワードや取引所のログインの閲覧',
  'linking.keyRevoked':
    '安全のため運営者がこのキーを停止しました。ボットは新規エントリーをせず、決済注文は取引所に残り、ポジションもそのままです。OKXにキーが残っていれば削除し、新しいキーを作成してください。稼働中のボットは続行します。',
  'orders.reason.baseExit': 'ベースの利益を確定しラウンド{round}を終了',
  'operator.text.revoke': 'セッションは終了し、ボットは新規エントリーを止めます。決済注文は取引所に残ります。',
  'operator.health.venue': '取引先',
  'operator.empty.people': 'この状態の人はいません。',
  'operator.state.revoked': '取り消し済み',
  'reset.logIn': 'ログインする',
  'security.secret': '秘密の値',
  'security.setUpText':
    '認証アプリで画像を読み取るか、秘密の値を入力してください。次に、表示されたコードを入力してください。',
  'security.everywhere': 'すべてからログアウト',
  'security.consent': '終了したボットをトップページに表示してよい',
  'shell.health.check': '接続を確認',
  'wallet.transfer.from': '出金元',
  'wallet.transfer.to': '入金先',
  'bots.wait.mark_price':
    '新規エントリーは待機中です。最終価格がマーク価格から1%を超えて離れています。再び近づくと続行します。操作は不要です。',
  'create.words.baseLong':
    '最初の各段（ベース）は平均取得価格より{percent}高い価格でまとめて利確します。1ラウンドあたり{low}〜{high} USDT（手数料控除前）。',
  'entry.when.rsi.crossing': 'RSIがレベルを再び越えたとき',
  'errors.oauthStateInvalid': 'ここで始めた連携ではないか、すでに使われています。もう一度始めてください。',
  'errors.status401': '認証が必要です。',
  'guide.word.baseText': 'まとめて利確する最初の段。',
  'history.wonLost': '利益 {won}、損失 {lost}',
  'lbank.deleteText': 'ここに保存されたキーは破棄されます。LBank側では、削除するまで残ります。',
  'orders.reason.close': '残りを成行で決済',
  'register.stillMissing': '未入力：{list}。',
  'shell.footer.company': 'Rondoの収入は、取引所が支払う取引手数料の一部です。',
  'wallet.done.transfer': '振替しました。',
  'bots.phase.stopping': '停止中',
  'bots.stop.stopping': '停止中：OKXの確認待ち',
  'errors.botStopping': 'このボットは停止中です。',
  'bots.log.signalRefused.stopping': '停止中のシグナル、使用せず',
  'preflight.positionMode':
    '口座のポジションモードを読み取れません。取引所で片方向またはヘッジモードを選んでください。',
  'preflight.word.oneWay': '片方向',
  'history.profit': '損益、USDT',
  'guide.cycles.baseText':
    '最初の段がベースです。1つの注文でまとめて利確します。ベースの利確価格は、平均取得価格から設定した利確幅だけ離れています。',
  'errors.symbolThin':
    '{symbol}の取引量が新しいボットには足りません。24時間で{volume} USDTですが、{least} USDTが必要です。別の銘柄を選んでください。',
  'bots.recover.entry_missed':
    '最初の注文を何度か出しましたが、約定しませんでした。選択されるまで、ボットはエントリーしません。',
  'operator.state.pending': '待機中',
  'errors.keyMissing':
    '古いキーは削除されましたが、新しいキーを作れませんでした。ボットは待機中です。今すぐもう一度お試しください。',
  'guide.errors.marginText':
    '証拠金が足りない段は待機し、カードに表示されます。取引所で証拠金を追加するか、他のボットを停止するか、ご自身のポジションを決済してください。',
  'term.distance': '取引所が強制清算すると推定される価格までの距離です。口座の他のポジションによって変わります。',
  'landing.board.bars': '口座ごとに1本、30日の結果、すべて同じ縮尺です。',
  'landing.cost.places': '今回の残り枠：{total}枠中{left}枠',
  'landing.cost.full': '今回は満員です。登録時にメッセンジャーIDを残していただければ、運営者がご連絡します。',
  'errors.stopLossTooTight': '損切り価格がエントリー価格に近すぎます。{smallest}%以上を選択してください。',
  'register.lead': '運営者がすべての登録を確認し、ボットを始める前にご連絡します。',
  'bots.phase.paused': '一時停止',
  'bots.log.signalRefused.late': '遅すぎたシグナル、使用せず',
  'bots.log.recoveredToTrade': '復旧：ボットは再びエントリー',
  'create.evidence.liquidated':
    'BTC（{btcFrom}〜{btcTo}）とETH（{ethFrom}〜{ethTo}）：シミュレーション{runs}回中{liquidated}回強制清算。',
  'create.distanceFromDefence': '{percent}%の幅を{count}間隔に分割',
  'create.ownDistance':
    'ラウンドを始めるたびに、倍率×ATR(14)（直近の1時間足）で間隔を決めます。シグナルを使わない場合、ラウンドは毎時の終わりにだけ始まります。',
  'entry.edge':
    'この足ではランダム{runs}回のすべてを上回りました。多くのルールを試せば、偶然良い結果になるものもあります。',
  'entry.atr.atr': 'ATRによる',
  'entry.atr.edge':
    'この足では固定の間隔{percent}とランダム{runs}回のすべてを上回りました。多くの倍率を試せば、偶然良い結果になるものもあります。',
  'whatIf.unknown.model':
    'このボットのラウンドは、AIモデルの判断で始まります。保存されている足でモデルがどう判断するかは分からないため、シミュレーションは行いません。',
  'linking.completing': 'OKXとの連携を完了しています',
  'replay.wrongText':
    '同じ設定のボットを、直近{days}日で最も深い下落（全部で{percent}）の始まりから動かしました。最安値までの最後のラウンドです。',
  'signals.late': '{time}：シグナルあり、ボットへの到達が遅すぎるため未使用',
  'signals.titleAtr': '1時間のボラティリティ（ATR）を待っています',
  'whatIf.roundSentence': '保存された足でシミュレーションしたボットの{round}回目のラウンドです。',
  'guide.linking.rightsText':
    'キーは残高、ポジション、注文を読み取り、ボットの注文を発注、変更、取り消しできます。出金や振替はできません。\n出金の権限を持つキーは拒否します。権限は1時間ごとに再確認します。',
  'guide.cycles.roundText':
    'ベースの利確が約定すると、ボットは残りの注文を取り消し、残ったポジションを決済して、ラウンドが終わります。シグナルでエントリーする場合を除き、次のラウンドはすぐに始まります。\nボットの損益は次のラウンドの割当額に加わります。利益も損失も複利になります。複利をオフにすると、割当額が変わるのは純損失のときだけです。',
  'guide.risk.stopText':
    '損切りがなければ、含み損のポジションはそのまま残ります。損切りを使うと、ラウンドの損失が設定した割合に達したときに、全ポジションを成行で決済し、ボットは終了します。相場の急変時は損失がさらに大きくなることがあります。',
  'legal.terms.limitsText':
    'ネットワーク、取引所、当社のサーバーは止まることがあります。取引所に置かれた注文はそのまま残り、接続が戻るとボットは続行します。法律が認める範囲で、相場、取引所、ご自身が選んだ設定による損失について、責任を負いません。',
  'legal.privacy.whoText':
    '連携した取引所は注文を閲覧できます。運営者はメールアドレス、メッセンジャーID、居住国、招待コード、ログイン、連携の状態、ボット、監査記録を閲覧できますが、キーとパスワードは閲覧できません。当局には、法律で義務づけられた情報だけを提供します。',
  'legal.privacy.rightsText':
    'セキュリティ画面で、保管されている情報をすべてダウンロードし、アカウントを削除できます。訂正は招待した運営者にご連絡ください。',
  'term.cycleCredit':
    'サイクル利益のうち、ベースの利確価格を現在値に近づけるのに使う割合です。その分の利益を使って、ラウンドが早く終わります。',
  'operator.health.reason.later_listeners':
    'ほかのプログラムが{count}口座のメッセージの受信を開始した。このシステムの別の複製が動作している可能性がある',
  'operator.toSecurity': 'セキュリティを開く',
  'operator.audit.broken': '監査記録が変更されたか失われています。データベースをバックアップと比べてください。',
  'landing.ends.budget': '一部の銘柄は64 USDT未満で始められます。資金の少ない口座ほど早く強制清算されます。',
  'reset.text': '運営者のリンクは1回だけ使えます。設定すると、すべてのセッションが終了します。',
  'preflight.keyNotBound':
    'キーがIPアドレスに限定されていないため、{days}日間使わないと取引所が削除します。このサービスに限定した新しいキーを作成してください。',
  'preflight.keyUnbound':
    'キーがIPアドレスに限定されていません。本番口座のボットには限定されたキーが必要です。このサービスに限定した新しいキーを作成してください。',
  'create.pairRunning': '{instrument}はすでに稼働中です',
  'create.entry.webhook': '受信メッセージ',
  'create.entry.aiReason': 'AI（GPT）は無効です。モデルが未設定で、残高1,000 USDTも必要です。',
  'create.leverageHint': '全段約定後は{move}%の値動きによる損益が証拠金と同額になります',
  'create.atrMultiplierHint': 'ラウンドごとに0.1〜5%、この計画は最大の5%で表示',
  'create.takeProfitHint': '各段とベースに適用',
  'entry.webhookHint':
    'チャートツールやご自身のスクリプトがラウンドを始めます。ボットの開始後、そのカードでメッセージ用の秘密のアドレスを作成します。こうしたメッセージの有効性はここでは計算できません。',
  'entry.range': '設定は同じです。最初の2行の範囲は、新しいラウンドの開始をランダムに遅らせた場合の幅です。',
  'create.nothingSent': '確認するまで何も送信されません。',
  'create.crossNote':
    '推定では、割当額だけを余裕資金とみなします。クロスマージンのため、口座にほかの資金があるとOKXの強制清算は遅くなり、損失が増えることがあります。',
  'bots.hold.message': 'このボットはメッセージで保留されています。',
  'signals.hook.text': '別のプログラムがこのボットの秘密のアドレスにメッセージを送ると、ラウンドが始まります。',
  'signals.hook.since': 'アドレスの作成：{time}',
  'signals.hook.create': 'アドレスを作成',
  'signals.hook.renew': 'アドレスを変更',
  'signals.hook.address': 'このボットの秘密のアドレス',
  'signals.hook.once':
    '今すぐアドレスをコピーしてください。表示は一度だけです。アドレスを知る人は誰でもこのボットにメッセージを送れます。',
  'signals.hook.copy': 'アドレスをコピー',
  'operator.reasonMissing': '理由を通常の文字で入力してください。',
  'operator.action.bot.hook': 'ボットの秘密のアドレスを作成',
  'bots.stop.recorded': '{name}：指示を受け付けました。数秒以内に実行されます。',
  'bots.guard.wait': '前のラウンドは損切りで終わりました。次のラウンドは{time}に始まります。',
  'bots.guard.released': '{name}は新しいラウンドを始めます。',
  'bots.log.guardReleased': 'ロックを解除：次のラウンドを開始',
  'bots.log.ledgerGap':
    '口座を長期間読み取れず、取引所は{days}日分の約定をもう提供していない：ボットの記録に約定が欠けている可能性あり',
  'orders.reason.cancel': 'この価格では不要になった注文',
  'orders.reason.amend': '約定に合わせて数量を変更',
  'bots.foreign.besideText':
    'ボットと同じ銘柄・方向ですが、ボットが管理していない分です。Rondoの利確注文も損切り注文もなく、ボットと証拠金を共有しています。OKXで決済するまで、ボットは新規エントリーを行いません。',
  'entry.table': 'このシグナルと比較対象、{years}年',
  'entry.atr.table': 'ATRによる間隔と比較対象、{years}年',
  'film.often': 'どのくらいの頻度で利確しますか？段数が多いほど、小さな値動きでも利確します。',
  'preflight.keyMayWithdraw':
    'キーに出金権限があります。取引所で削除して連携し直してください。ここで使えるのは読み取りと取引のみのキーです。',
  'guide.linking.whichText':
    'ボット専用のサブ口座が最適です。クロスマージンでは口座のすべてのポジションが証拠金を共有するため、ご自身のポジションがボットの推定清算価格を近づけることがあります。\n1つの口座で、銘柄ごとに1つのボットが動きます。',
  'guide.security.stolenText':
    'パスワードを変更してください。ほかのセッションはすべて終了します。\n心配な場合は、取引所でRondoの取引用APIキーを削除してください。\nサポートに連絡してください。',
  'term.currentStep': '現在のラウンドで約定した最も深い段です。',
  'term.exitNow': '現時点でベースを利確する価格です。深い段の約定やサイクルのたびに現在値に近づきます。',
  'term.base': 'サイクル段以外の段です。1つの注文（ベース利確）でまとめて利確します。',
  'create.words.repeats':
    'その後は新しいラウンドが自動で始まり、ボットを停止するまで続きます。停止するときは、次の利確まで待つか、すぐに成行で決済するか、ポジションをそのまま残すかを選べます。',
  'create.words.once': 'その後ボットは終了し、新しいラウンドは始まりません。',
  'create.words.credit': 'サイクル利益のうち最大{share}は、ベースを早く利確するために使われます。',
};
