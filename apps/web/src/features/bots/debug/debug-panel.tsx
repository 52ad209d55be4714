// The debug panel of the bots tab (`?debug=true`). It shows the results of all queries and commands since the panel was opened.
import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useCopy } from '../../../lib/page/use-copy.ts';
import { Button } from '../../../ui/basics/button.tsx';
import { Card } from '../../../ui/basics/card.tsx';
import { debugLine, withLine } from './debug-log.ts';

/** Returns one line for each query and command that has ended while the panel is shown. */
const useDebugLines = (): { readonly lines: readonly string[]; readonly clear: () => void } => {
  const queries = useQueryClient();
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => {
    const write = (key: readonly unknown[], error: unknown): void =>
      setLines((before) => withLine(before, debugLine(Date.now(), key, error)));
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'success') write(event.query.queryKey, null);
      if (event.action.type === 'error') write(event.query.queryKey, event.action.error);
    });
    const stopCommands = queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'success') write(['command'], null);
      if (event.action.type === 'error') write(['command'], event.action.error);
    });
    return () => {
      stopQueries();
      stopCommands();
    };
  }, [queries]);
  return { lines, clear: () => setLines([]) };
};

export const DebugPanel = () => {
  const t = useT();
  const { lines, clear } = useDebugLines();
  const copy = useCopy(t('connection.copied'));
  return (
    <Card
      title={t('bots.debug')}
      end={
        <span className="row">
          <Button size="small" variant="ghost" onClick={() => void copy(lines.join('\n'))}>
            {t('bots.debug.copy')}
          </Button>
          <Button size="small" variant="ghost" onClick={clear}>
            {t('bots.debug.clear')}
          </Button>
        </span>
      }
    >
      {/* The list of lines can have the focus, so that a user can scroll the list with the keyboard. */}
      <pre className="debug-lines" role="log" aria-live="off" aria-label={t('bots.debug')} tabIndex={0}>
        {lines.join('\n')}
      </pre>
    </Card>
  );
};
