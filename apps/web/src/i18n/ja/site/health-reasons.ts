// Japanese texts: the reasons in the health of the server. The keys end with the codes of the contract (`health-reasons.ts`).
import type { healthReasons as base } from '../../en/site/health-reasons.ts';
import type { Section } from '../../message.ts';

export const healthReasons: Section<typeof base> = {
  'operator.health.reason.late': '時間内に応答なし',
  'operator.health.reason.unreachable': '接続できない',
  'operator.health.reason.database': 'データベースが応答しない',
  'operator.health.reason.starting': 'エンジンはまだ起動していない',
  'operator.health.reason.ending': 'このノードは終了処理中',
  'operator.health.reason.draining': 'このノードは口座をほかのノードへ移行中',
  'operator.health.reason.signer': '署名プロセスが動いていないため、取引所には何も送信されない',
  'operator.health.reason.foreign_key': 'Rondoが使わないキーが使用された。ログイベントsigner.honeyUsedを確認すること',
  'operator.health.reason.frozen': '`rondo restore confirm`を実行するまで、このシステムは凍結されている',
  'operator.health.reason.suspects': {
    other: 'ほかのプログラムが{count}件の口座のメッセージを受信中。再確認が終わるまで注文は送信されない',
  },
  'operator.health.reason.unreadable_keys': { other: '{count}件の口座のキーを読めない' },
  'operator.health.reason.stale': '最近読み取られていない口座がある',
  'operator.health.reason.blind':
    '{accounts}件中{count}件の口座が取引所のメッセージを受信していない（接続待ち{waiting}件、接続中{opening}件）',
  'operator.health.reason.no_stream': '{accounts}件中{count}件の口座にプライベートストリームがない',
  'operator.health.reason.frozen_bots': { other: '{count}件のボットが凍結中' },
  'operator.health.reason.orphan_orders': { other: '記録にない未約定注文が{count}件' },
  'operator.health.reason.copy_orders': { other: 'このシステムの別の複製が{count}件の注文を送信した' },
  'operator.health.reason.later_listeners': {
    other:
      'ほかのプログラムが{count}件の口座のメッセージの受信を開始した。このシステムの別の複製が動作している可能性がある',
  },
  'operator.health.reason.bus': 'このノードはNATSに接続していない',
  'operator.health.reason.sandbox': '練習用取引所が応答しない',
  'operator.health.reason.exchange': '取引所が応答しない',
  'operator.health.reason.exchange_code': '取引所が応答しない（{code}）',
  'operator.health.reason.demo_preparing': 'デモデータを準備中',
  'operator.health.reason.demo_incomplete': 'デモデータが不完全',
  'operator.health.reason.no_backup': 'バックアップはまだない',
  'operator.health.reason.old_backup': '最新のバックアップは{hours}時間前',
};
