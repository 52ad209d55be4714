// The check box for the consent to show finished bots on the landing page (decision 20).
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { testimonialConsentQuery } from '../../api/queries/queries.ts';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import { Card } from '../../ui/basics/card.tsx';
import { Checkbox } from '../../ui/fields/field.tsx';

export const ConsentCard = () => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { data } = useQuery(testimonialConsentQuery(api));
  const saving = useMutation({
    mutationFn: (consents: boolean) => api.call('setTestimonialConsent', { body: { consents } }),
    onSuccess: (response) => {
      queries.setQueryData(queryKeys.testimonialConsent, response);
      toast({ tone: 'success', message: t('security.saved') });
    },
    onError: (error) => toast({ tone: 'error', message: errorText(i18n, error) }),
  });
  if (data === undefined) return null;
  return (
    <Card title={t('security.shown')}>
      <div className="card-body">
        <Checkbox
          label={t('security.consent')}
          hint={t('security.consentText')}
          checked={saving.isPending ? saving.variables : data.consents}
          onChange={(consents) => saving.mutate(consents)}
        />
      </div>
    </Card>
  );
};
