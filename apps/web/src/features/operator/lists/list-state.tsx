// Shows the state of the query of a list: a grey box while the list loads, an error with a retry button, or the list.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../api/calls/api-error.ts';
import { errorText } from '../../../api/texts/error-text.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';

const waitingHeight = 400;

/** The fields of a query result that are used here. */
export type ListQuery<Value> = {
  readonly data: Value | undefined;
  readonly error: Error | null;
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
};

export const QueryError = ({ query }: { readonly query: ListQuery<unknown> }) => {
  const i18n = useI18n();
  const failure = useFailure(query);
  if (failure === null) return null;
  const needsFactor = failure instanceof ApiError && failure.code === 'SECOND_FACTOR_REQUIRED';
  return (
    <Banner
      tone="warning"
      role="alert"
      action={
        needsFactor ? (
          <Link className="button" data-variant="secondary" data-size="medium" to={paths.security}>
            {i18n.t('operator.toSecurity')}
          </Link>
        ) : (
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {i18n.t('common.retry')}
          </Button>
        )
      }
    >
      {errorText(i18n, failure)}
    </Banner>
  );
};

export type ListStateProps<Value> = {
  readonly query: ListQuery<Value>;
  readonly height?: number;
  readonly children: (value: Value) => ReactNode;
};

/** Loaded data stays visible when a refresh fails. */
export const ListState = <Value,>({ query, height = waitingHeight, children }: ListStateProps<Value>) => {
  const hasFailed = useFailure(query) !== null;
  return (
    <>
      <QueryError query={query} />
      {query.data === undefined && !hasFailed ? <Skeleton height={height} /> : null}
      {query.data === undefined ? null : children(query.data)}
    </>
  );
};

export const Empty = ({ text }: { readonly text: string }) => (
  <div className="card card-pad">
    <p>{text}</p>
  </div>
);
