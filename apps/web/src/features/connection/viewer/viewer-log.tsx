// The last ten messages of the viewer's connection: what came, not what it held. It can be paused and copied.
import { useState } from 'react';
import type { ViewerStatus } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useCopy } from '../../../lib/page/use-copy.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Button } from '../../../ui/basics/button.tsx';

type Messages = ViewerStatus['messages'];

export const ViewerLog = ({ messages }: { readonly messages: Messages }) => {
  const t = useT();
  const format = useFormat();
  const [held, setHeld] = useState<Messages | null>(null);
  const shown = held ?? messages;
  const line = (message: Messages[number]): string =>
    `${message.channel} ${message.event} ${t('connection.rows', { count: message.rows })}`;
  const copy = useCopy(t('connection.copied'));
  const copyLines = (): Promise<void> =>
    copy(shown.map((message) => `${new Date(message.at).toISOString()} ${line(message)}`).join('\n'));
  return (
    <div className="stack">
      <div className="between viewer-log-head">
        <h3>{t('connection.log')}</h3>
        <span className="row">
          <Button
            size="small"
            variant="ghost"
            aria-pressed={held !== null}
            onClick={() => setHeld(held === null ? messages : null)}
          >
            {t(held === null ? 'connection.pause' : 'connection.resume')}
          </Button>
          <Button size="small" variant="ghost" disabled={shown.length === 0} onClick={() => void copyLines()}>
            {t('connection.copy')}
          </Button>
        </span>
      </div>
      <ol className="viewer-log" role="log" aria-label={t('connection.log')}>
        {shown.length === 0 ? <li className="muted">{t('connection.noMessages')}</li> : null}
        {shown.map((message, index) => (
          // Two messages of one channel can come in the same millisecond, so the place tells them apart.
          <li key={`${message.at} ${message.channel} ${index}`}>
            <span className="muted figures">{format.timeWithSeconds(message.at)}</span> {line(message)}
          </li>
        ))}
      </ol>
    </div>
  );
};
