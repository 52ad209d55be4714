// Buttons of the available decisions about a person.
import type { OperatorUser } from '@rondo/contract';
import { useMember } from '../../../api/session/session-context.tsx';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { verdictsFor, type ReviewDecision } from './decision.ts';

export type VerdictButtonsProps = {
  readonly person: OperatorUser;
  readonly onDecide: (decision: ReviewDecision) => void;
  readonly size?: 'small' | 'large';
};

/** The decision buttons of a person. Their accessible labels contain the name of the person, because a list has many decision buttons. */
export const VerdictButtons = ({ person, onDecide, size = 'small' }: VerdictButtonsProps) => {
  const t = useT();
  const { user } = useMember();
  return (
    <span className="console-verdicts">
      {verdictsFor(person, user.id).map((verdict) => (
        <Button
          key={verdict}
          size={size}
          aria-label={t('operator.verdictOf', { verdict: t(`operator.${verdict}`), email: person.email })}
          onClick={() => onDecide({ person, verdict })}
        >
          {t(`operator.${verdict}`)}
        </Button>
      ))}
    </span>
  );
};
