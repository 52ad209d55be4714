// The state of the operator's console, which is stored in the address: the tab, the filter, the search, the page and the opened person.
import { approvalStates, type ApprovalState } from '@rondo/contract';

export const consoleTabs = ['sign-ups', 'people', 'links', 'health', 'audit'] as const;
export type ConsoleTab = (typeof consoleTabs)[number];
export type StateFilter = ApprovalState | 'all' | 'decisions';

export type Place = {
  readonly tab: ConsoleTab;
  readonly state: StateFilter;
  readonly search: string;
  /** The page number, counted from 1. */
  readonly page: number;
  /** Only audit lines that are older than the line with this id are shown. */
  readonly before: number | null;
  readonly personId: string | null;
};

/** The number of rows per page. This number of rows is about two screens high. */
export const pageRows = 25;
/** The largest page number. It is computed from the largest offset that the API accepts. */
const mostPages = 40_000;

/** The filters of each list. The first filter is the default. */
export const filtersOf: Readonly<Record<ConsoleTab, readonly StateFilter[]>> = {
  'sign-ups': ['pending', 'rejected'],
  people: ['all', ...approvalStates.filter((state) => state === 'approved' || state === 'revoked')],
  links: ['all'],
  health: ['all'],
  audit: ['decisions', 'all'],
};

const firstFilter = (tab: ConsoleTab): StateFilter => filtersOf[tab][0] ?? 'all';

const wholeNumber = (text: string | null, most: number): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number(text) <= most ? Number(text) : null;

/** Returns the initial place of a tab. */
export const initialPlace = (tab: ConsoleTab): Place => ({
  tab,
  state: firstFilter(tab),
  search: '',
  page: 1,
  before: null,
  personId: null,
});

/** Parses a query. Invalid values are treated as absent. */
export const readPlace = (query: URLSearchParams): Place => {
  const tab = consoleTabs.find((one) => one === query.get('tab')) ?? 'sign-ups';
  return {
    tab,
    state: filtersOf[tab].find((one) => one === query.get('state')) ?? firstFilter(tab),
    search: query.get('q') ?? '',
    page: wholeNumber(query.get('page'), mostPages) ?? 1,
    before: wholeNumber(query.get('before'), Number.MAX_SAFE_INTEGER),
    personId: query.get('person'),
  };
};

/** Returns the address of a place without default values. */
export const writePlace = ({ tab, state, search, page, before, personId }: Place): string => {
  const values = {
    tab: tab === 'sign-ups' ? '' : tab,
    state: state === firstFilter(tab) ? '' : state,
    q: search,
    page: page === 1 ? '' : String(page),
    before: before === null ? '' : String(before),
    person: personId ?? '',
  };
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString();
  return query === '' ? '' : `?${query}`;
};
