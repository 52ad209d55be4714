// Lists who may not register: minors, and residents of the countries that this installation restricts.
import type { RegistrationRules } from '@rondo/contract';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { namedRegions } from './regions.ts';

export const RestrictedRegions = ({ rules }: { readonly rules: RegistrationRules | undefined }) => {
  const { t, language } = useI18n();
  const format = useFormat();
  if (rules === undefined) return null;
  const names = namedRegions(rules.prohibited_regions, language).map(({ name }) => name);
  return (
    <div className="register-regions">
      <p>{t('register.notFor', { age: rules.minimum_age })}</p>
      {names.length === 0 ? null : (
        <details>
          <summary>{t('register.regions')}</summary>
          <p>{format.list(names)}</p>
        </details>
      )}
    </div>
  );
};
