// Five metrics of the last hour, each with an explanation.
import type { LinkMetrics } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { unknownText } from '../../../lib/numbers/format.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Icon } from '../../../ui/basics/icon.tsx';
import { manyReconnects } from './panel-facts.ts';
import { Tip } from '../../../ui/overlays/tip.tsx';

type MetricProps = {
  readonly name: 'uptime' | 'success' | 'response' | 'reconnects' | 'messages';
  readonly figure: string | null;
  readonly unit?: string;
  readonly isBad?: boolean;
};

const Metric = ({ name, figure, unit, isBad = false }: MetricProps) => {
  const t = useT();
  const label = t(`connection.metric.${name}`);
  return (
    <div className="metric" data-bad={isBad}>
      <dt>
        {label}
        <Tip label={t('common.explain', { label })}>{t(`connection.metric.${name}Text`)}</Tip>
      </dt>
      <dd>
        {isBad ? <Icon name="warning" /> : null}
        {figure ?? unknownText}
        {unit === undefined || figure === null ? null : <span className="unit">{`\u00a0${unit}`}</span>}
      </dd>
    </div>
  );
};

export const MetricRow = ({ metrics }: { readonly metrics: LinkMetrics | undefined }) => {
  const t = useT();
  const format = useFormat();
  const percent = (value: number | null | undefined): string | null =>
    value === null || value === undefined ? null : format.share(value);
  const count = (value: number | null | undefined): string | null =>
    value === null || value === undefined ? null : format.count(Math.round(value));
  return (
    <dl className="metrics figures">
      <Metric name="uptime" figure={percent(metrics?.connectionUptime)} />
      <Metric name="success" figure={percent(metrics?.apiSuccess)} />
      <Metric name="response" figure={count(metrics?.avgApiResponseTime)} unit={t('connection.ms')} />
      <Metric
        name="reconnects"
        figure={count(metrics?.reconnectCount)}
        isBad={(metrics?.reconnectCount ?? 0) > manyReconnects}
      />
      <Metric name="messages" figure={count(metrics?.messagesPerMinute)} unit={t('connection.perMinute')} />
    </dl>
  );
};
