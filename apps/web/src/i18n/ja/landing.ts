// Japanese texts: the landing page.
import type { landing as base } from '../en/landing.ts';
import type { Section } from '../message.ts';

export const landing: Section<typeof base> = {
  'landing.risk': 'レバレッジ取引では証拠金の全額を失うことがあります。ボットはその危険をなくしません。',
  'landing.title': '次の一手が見える取引ボット。',
  'landing.lead': '価格が逆に動くと段階的に建て、循環して利確します。すべてご自身の取引所口座で行います。',
  'landing.invitation': '招待をお持ちですか。',
  'landing.register': '登録',
  'landing.how': 'はしごの仕組み',
  'landing.how.ladder': '最初の建て、その下に段',
  'landing.how.ladderText': '最初の段は成行で買います。深い段は取引所に指値で置かれ、前の段より小さくなりません。',
  'landing.how.cycle': '深い段は循環します',
  'landing.how.cycleText': '循環する段は自分の利確価格で売り、また待ちます。利益のたびに土台の出口が近づきます。',
  'landing.how.limit': '限界',
  'landing.how.limitText':
    '価格がすべての段を抜けて下がり続けると、取引所が建玉を清算します。推定価格は常に表示されます。',
};
