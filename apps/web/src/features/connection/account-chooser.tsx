// Chooses which account the connection panel and the WebSocket manager show; with one account there is nothing to choose.
import { useT } from '../../i18n/i18n-context.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { ChosenAccount } from './chosen-account.ts';

export const AccountChooser = ({ accounts, account, choose }: ChosenAccount) => {
  const t = useT();
  if (accounts.length < 2) return null;
  return (
    <SelectField
      label={t('connection.whichAccount')}
      value={account?.id ?? ''}
      onChange={(event) => choose(event.target.value)}
    >
      {accounts.map(({ id, name, api_key: key }) => (
        <option key={id} value={id}>
          {`${name} ${key}`.trim()}
        </option>
      ))}
    </SelectField>
  );
};
