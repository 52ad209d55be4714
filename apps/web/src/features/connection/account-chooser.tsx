// The select field for the account that a page shows. It renders nothing when there are fewer than two accounts.
import { SelectField } from '../../ui/fields/field.tsx';
import { accountLabel, type ChosenAccount } from '../../api/queries/chosen-account.ts';

export type AccountChooserProps = Pick<ChosenAccount, 'accounts' | 'account' | 'choose'> & { readonly label: string };

export const AccountChooser = ({ accounts, account, choose, label }: AccountChooserProps) => {
  if (accounts.length < 2) return null;
  return (
    <SelectField label={label} value={account?.id ?? ''} onChange={(event) => choose(event.target.value)}>
      {accounts.map((each) => (
        <option key={each.id} value={each.id}>
          {accountLabel(each)}
        </option>
      ))}
    </SelectField>
  );
};
