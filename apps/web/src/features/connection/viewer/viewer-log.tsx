// The last ten messages of the viewer's connection without their content. The log can be paused and copied.
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
  const [pausedMessages, setPausedMessages] = useState<Messages | null>(null);
  const shown = pausedMessages ?? messages;
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
            aria-pressed={pausedMessages !== null}
            onClick={() => setPausedMessages(pausedMessages === null ? messages : null)}
          >
            {t(pausedMessages === null ? 'connection.pause' : 'connection.resume')}
          </Button>
          <Button size="small" variant="ghost" disabled={shown.length === 0} onClick={() => void copyLines()}>
            {t('connection.copy')}
          </Button>
        </span>
      </div>
      <div role="log" aria-label={t('connection.log')}>
        <ol className="viewer-log">
          {shown.length === 0 ? <li className="muted">{t('connection.noMessages')}</li> : null}
          {shown.map((message, index) => (
            // Two messages of one channel can arrive in the same millisecond, so the React key also contains the index.
            <li key={`${message.at} ${message.channel} ${index}`}>
              <span className="muted figures">{format.timeWithSeconds(message.at)}</span> {line(message)}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
};
