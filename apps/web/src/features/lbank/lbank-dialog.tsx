// The dialog that links a new LBank account or changes a linked account.
import { useId, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { contractLimits, type KeyedAccount } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import type { Translator } from '../../i18n/translate.ts';
import { useToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Checkbox, TextField } from '../../ui/fields/field.tsx';
import { useProve } from '../security/proof-context.tsx';
import {
  emptyLbankForm,
  lbankBoxes,
  lbankChange,
  lbankCreation,
  lbankFormOf,
  lbankProblems,
  lbankTexts,
  type LbankForm,
  type LbankText,
} from './lbank-form.ts';

const { exchangeAccount: bounds } = contractLimits;
const lengths: Readonly<Record<LbankText, number>> = {
  name: bounds.nameLength,
  apiKey: bounds.keyLength,
  secretKey: bounds.secretLength,
  tags: bounds.tagsLength,
  description: bounds.descriptionLength,
};

export type LbankDialogProps = {
  /** The account to change, or null to link a new account. */
  readonly account: KeyedAccount | null;
  readonly exchangeId: string;
  readonly onClose: () => void;
};

const useSaving = ({ account, exchangeId, onClose }: LbankDialogProps) => {
  const { t } = useI18n();
  const api = useApi();
  const prove = useProve();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (form: LbankForm) =>
      prove(() =>
        account === null
          ? api.call('createExchangeAccount', { body: lbankCreation(form, exchangeId) })
          : api.call('updateExchangeAccount', { params: { id: account.id }, body: lbankChange(form) }),
      ),
    onSuccess: async ({ account_name: name }) => {
      onClose();
      toast({ tone: 'success', message: t(account === null ? 'lbank.created' : 'lbank.saved', { name }) });
      await queries.invalidateQueries({ queryKey: queryKeys.keyedAccounts });
    },
  });
};

type FieldsProps = {
  readonly form: LbankForm;
  readonly isNew: boolean;
  readonly errorOf: (field: LbankText) => string | undefined;
  readonly first: RefObject<HTMLInputElement | null>;
  readonly onChange: (form: LbankForm) => void;
};

const Fields = ({ form, isNew, errorOf, first, onChange }: FieldsProps) => {
  const { t } = useI18n();
  return (
    <>
      {lbankTexts.map((field) => (
        <TextField
          key={field}
          {...(field === 'name' ? { ref: first } : {})}
          {...(!isNew && field === 'secretKey' ? { hint: t('lbank.keepKey') } : {})}
          label={t(`lbank.${field}`)}
          name={field}
          type={field === 'secretKey' ? 'password' : 'text'}
          autoComplete={field === 'secretKey' ? 'new-password' : 'off'}
          spellCheck={false}
          maxLength={lengths[field]}
          value={form[field]}
          error={errorOf(field)}
          onChange={(event) => onChange({ ...form, [field]: event.target.value })}
        />
      ))}
      {lbankBoxes.map((box) => (
        <Checkbox
          key={box}
          label={t(`lbank.${box}`)}
          {...(box === 'isTestnet' ? { hint: t('lbank.testnetHint') } : {})}
          checked={form[box]}
          onChange={(isTicked) => onChange({ ...form, [box]: isTicked })}
        />
      ))}
    </>
  );
};

/** Returns the texts of the problems: a text for each field, and a text above the form. */
const wordsOf = ({ t }: Translator, form: LbankForm, isNew: boolean) => {
  const problems = lbankProblems(form, isNew);
  const errorOf = (field: LbankText): string | undefined => {
    const problem = problems[field];
    if (problem === undefined) return undefined;
    return problem === 'tooManyTags'
      ? t('lbank.problem.tooManyTags', { count: bounds.tags, length: bounds.tagLength })
      : t(`lbank.problem.${problem}`);
  };
  const refusal = isNew && Object.values(problems).includes('required') ? t('lbank.requiredAll') : null;
  return { isComplete: Object.keys(problems).length === 0, errorOf, refusal };
};

export const LbankDialog = (props: LbankDialogProps) => {
  const { account, onClose } = props;
  const i18n = useI18n();
  const { t } = i18n;
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const [form, setForm] = useState(account === null ? emptyLbankForm : lbankFormOf(account));
  const [isTried, setTried] = useState(false);
  const saving = useSaving(props);
  const isNew = account === null;
  const { isComplete, errorOf, refusal } = wordsOf(i18n, form, isNew);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isComplete) saving.mutate(form);
  };
  const change = (next: LbankForm): void => {
    saving.reset();
    setForm(next);
  };
  const problem = saving.isError ? errorText(i18n, saving.error) : isTried ? refusal : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !saving.isPending && onClose()}
      title={isNew ? t('lbank.createTitle') : t('lbank.editTitle', { name: account.account_name })}
      sentence={t('lbank.withdrawOff')}
      initialFocus={first}
      buttons={
        <>
          <Button size="large" disabled={saving.isPending} onClick={onClose}>
            {t('lbank.cancel')}
          </Button>
          <Button type="submit" form={id} size="large" variant="primary" busy={saving.isPending}>
            {t(saving.isPending ? (isNew ? 'lbank.testing' : 'lbank.saving') : isNew ? 'lbank.create' : 'lbank.save')}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" onSubmit={submit} noValidate autoComplete="off">
        {problem === null ? null : (
          <Banner tone="danger" role="alert">
            {problem}
          </Banner>
        )}
        <Fields
          form={form}
          isNew={isNew}
          errorOf={(field) => (isTried ? errorOf(field) : undefined)}
          first={first}
          onChange={change}
        />
      </form>
    </Dialog>
  );
};
