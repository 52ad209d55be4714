// Finds the running bots that have left the list, and loads the code that tells why each of them has ended.
import { Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BotWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { myBotsQuery } from '../../../api/queries/queries.ts';
import { TextsOf } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';

const EndedBot = lazyComponent(async () => (await import('./ended-bot.tsx')).EndedBot);

/** A bot that is no longer in the list of running bots. */
export type MissingBot = Pick<BotWire, 'id' | 'title'>;

export const EndedNotice = ({ hasHistory }: { readonly hasHistory: boolean }) => {
  const bots = useQuery({ ...myBotsQuery(useApi()), refetchInterval: false }).data;
  const known = useRef<readonly MissingBot[]>([]);
  const [missing, setMissing] = useState<readonly MissingBot[]>([]);
  useEffect(() => {
    if (bots === undefined) return;
    const gone = known.current.filter(({ id }) => bots.every((bot) => bot.id !== id));
    known.current = bots;
    if (gone.length > 0) setMissing((before) => [...before, ...gone]);
  }, [bots]);
  if (missing.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <TextsOf part="history">
        {missing.map((bot) => (
          <EndedBot
            key={bot.id}
            bot={bot}
            hasHistory={hasHistory}
            onShown={() => setMissing((before) => before.filter(({ id }) => id !== bot.id))}
          />
        ))}
      </TextsOf>
    </Suspense>
  );
};
