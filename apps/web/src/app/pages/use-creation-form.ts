// The state of the creation form of the bots tab.
import { useCallback, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { BotWire } from '@rondo/contract';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { versionName } from '../../features/settings-text/version-name.ts';

/** What the form must know of the tab. `hasBots` is null while the bots are not known, and `mayStart` while the available margin is not known. */
export type FormWorld = { readonly hasBots: boolean | null; readonly mayStart: boolean | null };

/** `created` is the time between the response to a creation and the arrival of the bot in the list. It ends too when the list comes without a bot, because the bot has ended. */
type FormState = 'unasked' | 'open' | 'hidden' | 'created';

/**
 * Returns the state that follows when the bots and the margin are as given. Without a bot the form opens by itself. It then stays open when the margin falls
 * below the limit, and when a bot starts elsewhere.
 */
function nextState(form: FormState, { hasBots, mayStart }: FormWorld): FormState {
  if (form === 'created') return hasBots === true ? 'unasked' : form;
  return hasBots === false && mayStart === true ? 'open' : form;
}

/**
 * A link with settings opens the form. When a bot has been created, the form closes, and the bots and the
 * margin are fetched again.
 */
export const useCreationForm = (world: FormWorld) => {
  const queries = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const [settings, setSettings] = useState(() => (query.has(versionName) ? query.toString() : null));
  const [form, setForm] = useState<FormState>(settings === null ? 'unasked' : 'open');
  const next = nextState(form, world);
  if (next !== form) setForm(next);
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
    setForm('created');
    forgetLink();
    void queries.invalidateQueries({ queryKey: queryKeys.myBots }).then(() => {
      const read = queries.getQueryState<readonly BotWire[]>(queryKeys.myBots);
      // A failed call leaves the list invalidated.
      const hasEnded = read?.isInvalidated === false && read.data?.length === 0;
      if (hasEnded) setForm((current) => (current === 'created' ? 'unasked' : current));
    });
    void queries.invalidateQueries({ queryKey: queryKeys.margin });
    scrollTo(0, 0);
  }, [forgetLink, queries]);
  const isShown = form === 'open' || (world.hasBots === false && world.mayStart !== false);
  return { form, isShown, settings, setForm, onHide, onCreated };
};
