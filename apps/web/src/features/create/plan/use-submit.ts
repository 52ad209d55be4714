// The call that starts a bot with an idempotency key.
import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BotWire, CreateBotRequest } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { ApiError } from '../../../api/calls/api-error.ts';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { createBotRequest } from './create-bot-request.ts';
import type { EntryFields } from './entry-signal.ts';
import type { CreateModel } from './create-preview.ts';

type Submission = {
  readonly model: CreateModel;
  readonly accountId: string | null;
  readonly entry: EntryFields;
  readonly onCreated: (bot: BotWire) => void;
};

/** Returns the body of the creation call, or null while the form has no plan or no account. */
export function requestOf({ model, accountId, entry }: Omit<Submission, 'onCreated'>): CreateBotRequest | null {
  const { settings, config, preview } = model;
  if (settings === null || config === null || preview === null || accountId === null) return null;
  return createBotRequest({ settings, name: model.name.trim(), accountId, config, plan: preview.plan, entry });
}

export function useSubmit({ onCreated, ...submission }: Submission) {
  const api = useApi();
  const cache = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async () => {
      const body = requestOf(submission);
      if (body === null) throw new ApiError({ status: 0, code: 'VALIDATION' });
      key.current ??= crypto.randomUUID();
      return api.call('createBot', { body, headers: { 'idempotency-key': key.current } });
    },
    onSuccess: async (response) => {
      key.current = null;
      await Promise.all([queryKeys.myBots, queryKeys.margin].map((queryKey) => cache.invalidateQueries({ queryKey })));
      onCreated(response.bot);
    },
    onError: (error) => {
      // When no response arrives, the server may have created the bot. The retry then has the same idempotency key, so that it does not create a second bot.
      if (!(error instanceof ApiError && error.status === 0)) key.current = null;
      if (error instanceof ApiError && error.code === 'INSUFFICIENT_MARGIN')
        void cache.invalidateQueries({ queryKey: queryKeys.margin });
    },
  });
}
