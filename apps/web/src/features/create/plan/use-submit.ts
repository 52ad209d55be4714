// The call that starts a bot with an idempotency key.
import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BotWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { ApiError } from '../../../api/calls/api-error.ts';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { createBotRequest } from './create-bot-request.ts';
import type { CreateModel } from './create-preview.ts';

type Submission = {
  readonly model: CreateModel;
  readonly accountId: string | null;
  readonly isAi: boolean;
  readonly onCreated: (bot: BotWire) => void;
};

export function useSubmit({ model, accountId, isAi, onCreated }: Submission) {
  const api = useApi();
  const cache = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async () => {
      if (model.settings === null || model.config === null || model.preview === null || accountId === null)
        throw new ApiError({ status: 0, code: 'VALIDATION' });
      key.current ??= crypto.randomUUID();
      const body = createBotRequest({
        settings: model.settings,
        name: model.name.trim(),
        accountId,
        config: model.config,
        plan: model.preview.plan,
        isAi,
      });
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
