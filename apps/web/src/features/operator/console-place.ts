// Where in the console somebody is, as its address says: tab, filter, search, page and the person who is looked at.
import { approvalStates, type ApprovalState } from '@rondo/contract';

export const consoleTabs = ['sign-ups', 'people', 'links', 'health', 'audit'] as const;
export type ConsoleTab = (typeof consoleTabs)[number];
export type StateFilter = ApprovalState | 'all';

export type Place = {
  readonly tab: ConsoleTab;
  readonly state: StateFilter;
  readonly search: string;
  /** From 1 on. */
  readonly page: number;
  /** The audit's lines older than this one. */
  readonly before: number | null;
  readonly personId: string | null;
};

/** Rows of a page: what fits on two screens. */
export const pageRows = 25;
/** The last page that the call's offset reaches. */
const mostPages = 40_000;

/** What the lists may be narrowed to; the first is where a tab opens. */
export const filtersOf: Readonly<Record<ConsoleTab, readonly StateFilter[]>> = {
  'sign-ups': ['pending', 'rejected'],
  people: ['all', ...approvalStates.filter((state) => state === 'approved' || state === 'revoked')],
  links: ['all'],
  health: ['all'],
  audit: ['all'],
};

const firstFilter = (tab: ConsoleTab): StateFilter => filtersOf[tab][0] ?? 'all';

const wholeNumber = (text: string | null, most: number): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number(text) <= most ? Number(text) : null;

/** Where a tab opens. */
export const openingOf = (tab: ConsoleTab): Place => ({
  tab,
  state: firstFilter(tab),
  search: '',
  page: 1,
  before: null,
  personId: null,
});

/** What an address means; anything that it may not say is treated as left out. */
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

/** The address of a place, without what needs not be said. */
export const writePlace = ({ tab, state, search, page, before, personId }: Place): string => {
  const said = {
    tab: tab === 'sign-ups' ? '' : tab,
    state: state === firstFilter(tab) ? '' : state,
    q: search,
    page: page === 1 ? '' : String(page),
    before: before === null ? '' : String(before),
    person: personId ?? '',
  };
  const query = new URLSearchParams(Object.entries(said).filter(([, value]) => value !== '')).toString();
  return query === '' ? '' : `?${query}`;
};
