// The lines of the audit as a list. A line has a time, an action, an operator and a reason.
import { useState } from 'react';
import type { AuditEntryWire } from '@rondo/contract';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { actionText, subjectText } from './audit-words.ts';
import { Moment } from '../lists/moment.tsx';

/** The number of lines that are shown at first. */
const firstLines = 10;

export type AuditLinesProps = { readonly lines: readonly AuditEntryWire[]; readonly hasSubject?: boolean };

export const AuditLines = ({ lines, hasSubject = false }: AuditLinesProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ul className="console-lines">
      {lines.map((line) => (
        <li key={line.id}>
          <span className="between">
            <strong>{actionText(i18n, line)}</strong>
            <span className="small muted figures">
              <Moment at={line.at} />
            </span>
          </span>
          {hasSubject && subjectText(line) !== '' ? <span className="console-name">{subjectText(line)}</span> : null}
          {line.detail === '' ? null : <span className="console-name">{line.detail}</span>}
          <span className="small muted console-name">
            {t('operator.by', { name: line.actor_email ?? line.actor_id ?? t('operator.nobody') })}
          </span>
        </li>
      ))}
    </ul>
  );
};

/** The newest lines of the audit. A button shows all loaded lines. */
export const FirstAuditLines = ({ lines }: Pick<AuditLinesProps, 'lines'>) => {
  const { t } = useI18n();
  const [hasAll, setAll] = useState(false);
  return (
    <>
      <AuditLines lines={hasAll ? lines : lines.slice(0, firstLines)} />
      {hasAll || lines.length <= firstLines ? null : (
        <div>
          <Button variant="ghost" onClick={() => setAll(true)}>
            {t('operator.more')}
          </Button>
        </div>
      )}
    </>
  );
};
