// The user's own data: a button that downloads the data as a file, and a button that deletes the user account.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { useMember, useSession } from '../../api/session/session-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { saveFile } from '../../lib/page/save-file.ts';
import { useToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Card } from '../../ui/basics/card.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useProve } from './proof-context.tsx';

const indent = 2;

const DeleteDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useI18n();
  const format = useFormat();
  const api = useApi();
  const prove = useProve();
  const toast = useToast();
  const { user } = useMember();
  const { forget } = useSession();
  const [typed, setTyped] = useState('');
  const command = useMutation({
    mutationFn: () => prove(() => api.call('deleteMe', {})),
    onSuccess: ({ remaining_keys: keys }) => {
      toast({ tone: 'success', message: t('security.deleted') });
      if (keys.length > 0) {
        const list = format.list(keys.map((key) => `${key.label || key.exchange.toUpperCase()} ${key.masked_key}`));
        toast({ tone: 'warning', message: t('security.keysRemain', { list }), durationMs: 0 });
      }
      forget();
    },
  });
  return (
    <ConfirmDialog
      title={t('security.deleteTitle')}
      sentence={t('security.deleteText')}
      verb={t('security.delete')}
      command={command}
      disabled={typed.trim().toLowerCase() !== user.email.toLowerCase()}
      onClose={onClose}
    >
      <TextField
        large
        label={t('security.deleteConfirm', { email: user.email })}
        name="confirm-email"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  );
};

export const RecordsCard = () => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const prove = useProve();
  const toast = useToast();
  const [isDeleting, setDeleting] = useState(false);
  const exporting = useMutation({
    mutationFn: () => prove(() => api.call('exportMe', {})),
    onSuccess: (records) => saveFile('rondo-export.json', JSON.stringify(records, null, indent), 'application/json'),
    onError: (error) => toast({ tone: 'error', message: errorText(i18n, error) }),
  });
  return (
    <Card title={t('security.records')}>
      <div className="card-body stack">
        <p className="muted">{t('security.recordsText')}</p>
        <div className="account-buttons">
          <Button icon="download" busy={exporting.isPending} onClick={() => exporting.mutate()}>
            {t('security.export')}
          </Button>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            {t('security.delete')}
          </Button>
        </div>
      </div>
      {isDeleting ? <DeleteDialog onClose={() => setDeleting(false)} /> : null}
    </Card>
  );
};
