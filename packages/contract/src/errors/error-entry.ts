// The shape of an entry of the error catalogue.

/** One kind of error. `scope: 'exchange'` marks trouble of the exchange link, which never means a lost session. */
export interface ErrorEntry {
  readonly status: number;
  readonly messageKey: string;
  readonly message: string;
  readonly scope?: 'exchange';
  /** What `error_code` says, when it is not the entry's own name. */
  readonly wireCode?: string;
}
