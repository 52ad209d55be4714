// The preflight findings of an account. Each text contains the remedy.
import type { Finding } from '@rondo/contract';
import { findingText } from '../../../api/texts/finding-text.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { Banner } from '../../../ui/basics/banner.tsx';

export const FindingList = ({ findings }: { readonly findings: readonly Finding[] }) => {
  const i18n = useI18n();
  return (
    <div className="stack" role="alert">
      {findings.map((finding) => (
        <Banner key={finding.code} tone={finding.severity === 'refuse' ? 'danger' : 'warning'}>
          {findingText(i18n, finding)}
        </Banner>
      ))}
    </div>
  );
};
