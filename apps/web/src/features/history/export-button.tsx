// The button that saves the CSV file of the server, which has every bot of the range.
import { useMutation } from '@tanstack/react-query';
import type { HistoryList } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { saveFile } from '../../lib/page/save-file.ts';
import { useToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/basics/button.tsx';

export const ExportButton = ({ list }: { readonly list: HistoryList | undefined }) => {
  const i18n = useI18n();
  const api = useApi();
  const toast = useToast();
  const file = useMutation({
    mutationFn: async ({ from, to }: HistoryList) => {
      saveFile(`rondo-${from}-${to}.csv`, await api.call('historyExport', { query: { from, to } }), 'text/csv');
    },
    onError: (error) => toast({ tone: 'error', message: errorText(i18n, error) }),
  });
  return (
    <Button
      icon="download"
      busy={file.isPending}
      disabled={list === undefined || list.total === 0}
      onClick={() => list !== undefined && file.mutate(list)}
    >
      {i18n.t('history.export')}
    </Button>
  );
};
