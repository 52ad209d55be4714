// The alerts of the last hour. An alert shows its level as an icon, and its text.
import type { LinkAlert } from '@rondo/contract';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { Icon } from '../../../ui/basics/icon.tsx';

export const AlertList = ({ alerts }: { readonly alerts: readonly LinkAlert[] }) => {
  const { t, tryText } = useI18n();
  return (
    <section className="alerts" aria-label={t('connection.lastHour')}>
      <div className="between">
        <h3>{t('connection.lastHour')}</h3>
        <span className="muted small">{t('connection.alertCount', { count: alerts.length })}</span>
      </div>
      {alerts.length === 0 ? <p className="muted">{t('connection.noAlerts')}</p> : null}
      <ul className="alert-list">
        {alerts.map((alert) => (
          <li key={alert.message_key} className="alert" data-level={alert.level}>
            <Icon name={alert.level === 'info' ? 'info' : 'warning'} />
            <span className="alert-level">{t(`connection.level.${alert.level}`)}</span>
            <span>{tryText(alert.message_key, alert.parameters) ?? alert.message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
