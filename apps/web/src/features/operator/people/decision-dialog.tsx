// The dialog of a decision. It explains the effect of the decision and asks for the reason.
import { useId, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { contractLimits } from '@rondo/contract';
import { errorText } from '../../../api/texts/error-text.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { AlertBox } from '../../../ui/overlays/dialog.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { decisionProblems, type ReviewDecision, type DecisionForm, type DecisionProblem } from './decision.ts';
import { isDecidedByOther, useDecision } from './use-decision.ts';

const { level: levels, reasonLength } = contractLimits;

type FieldsProps = {
  readonly decision: ReviewDecision;
  readonly form: DecisionForm;
  readonly problems: readonly DecisionProblem[];
  readonly first: RefObject<HTMLInputElement | null>;
  readonly onChange: (form: DecisionForm) => void;
};

const Fields = ({ decision, form, problems, first, onChange }: FieldsProps) => {
  const { t } = useI18n();
  const isApproval = decision.verdict === 'approve';
  return (
    <>
      <TextField
        ref={first}
        large
        label={t(isApproval ? 'operator.reasonOptional' : 'operator.reason')}
        name="reason"
        autoComplete="off"
        maxLength={reasonLength}
        required={!isApproval}
        value={form.reason}
        hint={t('operator.reasonHint', { most: reasonLength })}
        error={problems.includes('reason') ? t('operator.reasonMissing') : undefined}
        onChange={(event) => onChange({ ...form, reason: event.target.value })}
      />
      {isApproval ? (
        <TextField
          large
          label={t('operator.level')}
          name="level"
          inputMode="numeric"
          autoComplete="off"
          value={form.level}
          hint={t('operator.levelHint', levels)}
          error={problems.includes('level') ? t('operator.levelHint', levels) : undefined}
          onChange={(event) => onChange({ ...form, level: event.target.value })}
        />
      ) : null}
    </>
  );
};

export const DecisionDialog = ({
  decision,
  onClose,
}: {
  readonly decision: ReviewDecision;
  readonly onClose: () => void;
}) => {
  const i18n = useI18n();
  const { t } = i18n;
  const id = useId();
  const { person, verdict } = decision;
  const first = useRef<HTMLInputElement>(null);
  const [form, setForm] = useState<DecisionForm>({ reason: '', level: String(person.level) });
  const [isJudged, setJudged] = useState(false);
  const { isPending, error, send } = useDecision(decision, onClose);
  const problems = decisionProblems(verdict, form);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setJudged(true);
    if (problems.length === 0) send(form);
    else first.current?.form?.querySelector<HTMLInputElement>(`[name=${problems[0]}]`)?.focus();
  };
  return (
    <AlertBox
      open
      onOpenChange={(open) => !open && onClose()}
      icon={verdict === 'approve' ? 'check' : 'warning'}
      tone={verdict === 'approve' ? 'neutral' : 'danger'}
      title={t(`operator.title.${verdict}`, { email: person.email })}
      sentence={t(`operator.text.${verdict}`)}
      initialFocus={first}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {t('operator.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            size="large"
            variant={verdict === 'approve' ? 'primary' : 'danger'}
            busy={isPending}
            disabled={isDecidedByOther(error)}
          >
            {t(`operator.${verdict}`)}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" onSubmit={submit} noValidate>
        <Fields decision={decision} form={form} problems={isJudged ? problems : []} first={first} onChange={setForm} />
      </form>
      {error === null ? null : (
        <Banner tone="danger" role="alert">
          {errorText(i18n, error)}
        </Banner>
      )}
    </AlertBox>
  );
};
