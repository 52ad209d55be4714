// The page /reset-password, which sets a new password with a one-time link of the operator. The token is in the URL fragment, so the browser does not send it with the page request.
import { useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { PublicFrame } from '../../app/frame/public-frame.tsx';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { useSession } from '../../api/session/session-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { HelpLink } from '../../ui/basics/help-link.tsx';
import { OpenRing } from '../../ui/basics/logo.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { emptyNewPassword, NewPasswordFields, newPasswordProblem } from './new-password.tsx';
import './register.css';

const Done = () => {
  const { t } = useI18n();
  return (
    <section className="card register-card" role="status">
      <PageHeading text={t('reset.done')} />
      <div>
        <Link className="button" data-variant="primary" data-size="large" to={paths.login}>
          {t('reset.logIn')}
        </Link>
      </div>
    </section>
  );
};

const ResetForm = ({ token }: { readonly token: string }) => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const { forget } = useSession();
  const [value, setValue] = useState(emptyNewPassword);
  const setting = useMutation({
    mutationFn: () => api.call('resetPassword', { body: { token, new_password: value.password } }),
    // A password reset ends every session, including the session of this browser.
    onSuccess: forget,
  });
  if (setting.isSuccess) return <Done />;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (newPasswordProblem(value) === null) setting.mutate();
  };
  return (
    <form className="card register-card" onSubmit={submit} noValidate>
      <div>
        <PageHeading text={t('reset.title')} />
        <p className="muted">{t('reset.text')}</p>
      </div>
      {setting.isError ? (
        <Banner tone="danger" role="alert">
          {errorText(i18n, setting.error)}
        </Banner>
      ) : null}
      <NewPasswordFields
        value={value}
        onChange={setValue}
        labels={{ password: 'reset.new', repeated: 'reset.repeat' }}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={setting.isPending}
          disabled={newPasswordProblem(value) !== null}
        >
          {t('reset.submit')}
        </Button>
      </div>
    </form>
  );
};

/** The page of an address without a token, for example because a mail program has cut it. */
const NoLink = () => {
  const { t } = useI18n();
  return (
    <div className="message-page">
      <OpenRing />
      <PageHeading text={t('reset.noLinkTitle')} />
      <p className="muted">{t('reset.noLink')}</p>
      <p className="row">
        <Link className="button" data-variant="primary" data-size="large" to={paths.login}>
          {t('reset.toLogIn')}
        </Link>
        <HelpLink to="support_url" />
      </p>
    </div>
  );
};

export const ResetPage = () => {
  const { t } = useI18n();
  const { hash } = useLocation();
  // The token is read only once, when the page is opened.
  const [token] = useState(() => hash.slice(1));
  useDocumentTitle(t('reset.title'));
  return (
    <PublicFrame>
      <div className="page">
        <div className="pending register">{token === '' ? <NoLink /> : <ResetForm token={token} />}</div>
      </div>
    </PublicFrame>
  );
};
