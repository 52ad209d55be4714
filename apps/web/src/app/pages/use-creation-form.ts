// The state of the creation form of the bots tab.
import { useCallback, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { versionName } from '../../features/settings-text/version-name.ts';

/**
 * A link with settings opens the form. When a bot has been created, the form closes, and the bots and the
 * margin are fetched again.
 */
export const useCreationForm = () => {
  const queries = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [settings, setSettings] = useState(() => (query.has(versionName) ? query.toString() : null));
  const [form, setForm] = useState<'unasked' | 'open' | 'hidden'>(settings === null ? 'unasked' : 'open');
  const forgetLink = useCallback(() => {
    if (settings === null) return;
    setSettings(null);
    setQuery({}, { replace: true });
  }, [settings, setQuery]);
  const onHide = (): void => {
    setForm('hidden');
    forgetLink();
  };
  const onCreated = useCallback(() => {
    setForm('unasked');
    forgetLink();
    void queries.invalidateQueries({ queryKey: queryKeys.myBots });
    void queries.invalidateQueries({ queryKey: queryKeys.margin });
    scrollTo(0, 0);
  }, [forgetLink, queries]);
  return { form, settings, setForm, onHide, onCreated };
};
