// The pages of the guide in their order, and the sections of each page. The texts are in the catalogue under `guide.`.
import type { guide } from '../../i18n/en/site/guide.ts';

type TextKey = keyof typeof guide;
/** A key that has a heading, and a text under the same key with the ending `Text`. */
export type HeadedKey = { readonly [Key in TextKey]: `${Key}Text` extends TextKey ? Key : never }[TextKey];
type TitleKey = { readonly [Key in TextKey]: `${Key}.lead` extends TextKey ? Key : never }[TextKey];

/** `prose`: each line of the text is a paragraph. `steps`: each line is a numbered step. `points`: each line is a point of a list. */
export type GuideSection = { readonly key: HeadedKey; readonly kind: 'prose' | 'steps' | 'points' };

export type GuidePage = {
  /** The last part of the address of the page. */
  readonly slug: string;
  readonly title: TitleKey;
  /** The key of the text for a person who does not see the picture of the page. A page without it has no picture. */
  readonly picture?: Extract<TextKey, `${string}.picture`>;
  readonly sections: readonly GuideSection[];
  /** True for the page that explains words and not actions. */
  readonly isGlossary?: true;
};

const prose = (key: HeadedKey): GuideSection => ({ key, kind: 'prose' });
const steps = (key: HeadedKey): GuideSection => ({ key, kind: 'steps' });
const points = (key: HeadedKey): GuideSection => ({ key, kind: 'points' });

export const guidePages: readonly GuidePage[] = [
  {
    slug: 'linking',
    title: 'guide.linking',
    picture: 'guide.linking.picture',
    sections: [
      steps('guide.linking.how'),
      prose('guide.linking.rights'),
      prose('guide.linking.which'),
      prose('guide.linking.end'),
    ],
  },
  {
    slug: 'first-bot',
    title: 'guide.first',
    picture: 'guide.first.picture',
    sections: [steps('guide.first.how'), prose('guide.first.then'), points('guide.first.advice')],
  },
  {
    slug: 'cycles',
    title: 'guide.cycles',
    picture: 'guide.cycles.picture',
    sections: [
      prose('guide.cycles.ladder'),
      prose('guide.cycles.base'),
      prose('guide.cycles.cyclic'),
      prose('guide.cycles.round'),
    ],
  },
  {
    slug: 'risk',
    title: 'guide.risk',
    picture: 'guide.risk.picture',
    sections: [
      prose('guide.risk.liquidation'),
      prose('guide.risk.worst'),
      prose('guide.risk.stop'),
      points('guide.risk.cannot'),
    ],
  },
  {
    slug: 'stopping',
    title: 'guide.stopping',
    picture: 'guide.stopping.picture',
    sections: [
      prose('guide.stopping.after'),
      prose('guide.stopping.keep'),
      prose('guide.stopping.close'),
      prose('guide.stopping.sure'),
    ],
  },
  {
    slug: 'history',
    title: 'guide.history',
    picture: 'guide.history.picture',
    sections: [prose('guide.history.sum'), prose('guide.history.row'), prose('guide.history.file')],
  },
  {
    slug: 'errors',
    title: 'guide.errors',
    picture: 'guide.errors.picture',
    sections: [
      prose('guide.errors.link'),
      prose('guide.errors.key'),
      prose('guide.errors.margin'),
      prose('guide.errors.state'),
    ],
  },
  {
    slug: 'security',
    title: 'guide.security',
    picture: 'guide.security.picture',
    sections: [points('guide.security.do'), points('guide.security.never'), steps('guide.security.stolen')],
  },
  {
    slug: 'what-if',
    title: 'guide.whatIf',
    sections: [points('guide.whatIf.figures'), prose('guide.whatIf.band'), prose('guide.whatIf.limits')],
  },
  {
    slug: 'glossary',
    title: 'guide.words',
    isGlossary: true,
    sections: [
      prose('guide.word.ladder'),
      prose('guide.word.step'),
      prose('guide.word.cyclic'),
      prose('guide.word.cycle'),
      prose('guide.word.base'),
      prose('guide.word.round'),
      prose('guide.word.credit'),
      prose('guide.word.allocation'),
      prose('guide.word.leverage'),
      prose('guide.word.margin'),
      prose('guide.word.cross'),
      prose('guide.word.liquidation'),
      prose('guide.word.funding'),
      prose('guide.word.pnl'),
    ],
  },
];
