// The shape of an entry of the error catalogue.

/** One kind of error. `scope: 'exchange'` marks an error of the exchange link, which never means a lost session. */
export interface ErrorEntry {
  readonly status: number;
  readonly messageKey: string;
  readonly message: string;
  readonly scope?: 'exchange';
  /** The value of `error_code`, when it differs from the name of the entry. */
  readonly wireCode?: string;
}
