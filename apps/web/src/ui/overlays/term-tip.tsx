// The button that explains a term. The texts of all explanations are loaded when the first one is opened, and the pictures when the first one with a picture is opened.
import { TextsOf, useT } from '../../i18n/i18n-context.tsx';
import type { Term } from '../../i18n/term.ts';
import { Tip } from './tip.tsx';

const Explanation = ({ term }: { readonly term: Term }) => useT()(`term.${term}`);

export const TermTip = ({ term, label }: { readonly term: Term; readonly label: string }) => {
  const t = useT();
  return (
    <Tip label={t('common.explain', { label })} term={term}>
      <TextsOf part="help">
        <Explanation term={term} />
      </TextsOf>
    </Tip>
  );
};
