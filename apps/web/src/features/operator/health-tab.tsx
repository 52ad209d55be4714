// The health tab: the last reported state of every part of the server, with its age.
import { useQuery } from '@tanstack/react-query';
import type { HealthReasonWire, HealthResponse } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { healthPartText } from '../../api/texts/health-part.ts';
import { healthQuery } from '../../api/queries/queries.ts';
import { useI18n, useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Card } from '../../ui/basics/card.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { ListState } from './lists/list-state.tsx';

const secondMs = 1_000;
const waitingHeight = 240;

const ReadyChip = ({ isReady }: { readonly isReady: boolean }) => {
  const t = useT();
  return (
    <Chip tone={isReady ? 'ok' : 'danger'} icon={isReady ? 'check' : 'warning'}>
      {t(isReady ? 'shell.health.part.ok' : 'shell.health.part.bad')}
    </Chip>
  );
};

const Age = ({ readAt }: { readonly readAt: number }) => {
  const t = useT();
  const format = useFormat();
  const seconds = Math.max(0, Math.floor((useNow(secondMs) - readAt) / secondMs));
  return <>{t('operator.health.age', { time: format.timeWithSeconds(readAt), seconds })}</>;
};

/** The reason in the language of the person. A server of a newer version may send a code without a text, which is shown as it is. */
const Reason = ({ reason: { code, values } }: { readonly reason: HealthReasonWire }) => {
  const { tryText } = useI18n();
  return <span className="small">{tryText(`operator.health.reason.${code}`, values) ?? code}</span>;
};

const ServerHealth = ({ health }: { readonly health: HealthResponse }) => {
  const t = useT();
  return (
    <ul className="console-lines">
      {Object.entries(health.parts).map(([name, part]) => (
        <li key={name}>
          <span className="between">
            <strong>{healthPartText(t, name)}</strong>
            <ReadyChip isReady={part.ready} />
          </span>
          {part.reasons.map((reason) => (
            <Reason key={reason.code} reason={reason} />
          ))}
        </li>
      ))}
      <li>
        <span className="between">
          <strong>{t('operator.health.venue')}</strong>
          <span>{t(`operator.health.venue.${health.venue}`)}</span>
        </span>
      </li>
    </ul>
  );
};

export const HealthTab = () => {
  const t = useT();
  const health = useQuery(healthQuery(useApi()));
  return (
    <ListState query={health} height={waitingHeight}>
      {(response) => (
        <Card
          className="console-health"
          title={t(response.ready ? 'operator.health.ready' : 'operator.health.notReady')}
          end={
            <Button size="small" icon="refresh" busy={health.isFetching} onClick={() => void health.refetch()}>
              {t('operator.health.again')}
            </Button>
          }
        >
          <div className="card-body stack">
            <ServerHealth health={response} />
            <p className="small muted figures">
              <Age readAt={health.dataUpdatedAt} />
            </p>
          </div>
        </Card>
      )}
    </ListState>
  );
};
