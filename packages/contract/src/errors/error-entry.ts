// The shape of an entry of the error catalogue.

/** One kind of error. `scope: 'exchange'` marks an error of the exchange link. An error of the exchange link never means that the session has ended. */
export interface ErrorEntry {
  readonly status: number;
  readonly messageKey: string;
  readonly message: string;
  readonly scope?: 'exchange';
  /** The value of `error_code`. It is missing when `error_code` is the name of the entry. */
  readonly wireCode?: string;
}
