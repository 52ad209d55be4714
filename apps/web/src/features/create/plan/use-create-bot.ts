// The state of the creation form: the data from the server, the reducer of the form, and the call that starts a bot.
import { useEffect, useMemo, useReducer, type Dispatch } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BotWire, MarginResponse } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useChosenAccount, useMargin } from '../../../api/queries/chosen-account.ts';
import { dayCandlesQuery, myBotsQuery, oauthStatusQuery } from '../../../api/queries/queries.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useLater } from '../../../lib/page/use-later.ts';
import { reduceCreateForm, type CreateAction, type CreateForm } from './create-form.ts';
import { previewCreate, type Blocker, type CreateModel, type CreateWorld } from './create-preview.ts';
import { entryFieldsOf } from './entry-signal.ts';
import { keyBlockOf } from './key-block.ts';
import { useListed, usePrice } from './use-market.ts';
import { useSubmit } from './use-submit.ts';

type Choice = {
  readonly listedInstrumentIds: readonly string[];
  readonly instrumentsInUse: readonly string[];
  readonly dispatch: Dispatch<CreateAction>;
};

/** Replaces a selected instrument that is in use by a free instrument. */
function useFreeInstrument({ listedInstrumentIds, instrumentsInUse, dispatch }: Choice): void {
  useEffect(() => {
    if (listedInstrumentIds.length === 0) return;
    const free = listedInstrumentIds.filter((id) => !instrumentsInUse.includes(id));
    dispatch({ kind: 'instrumentsInUse', ids: instrumentsInUse, free });
  }, [listedInstrumentIds, instrumentsInUse, dispatch]);
}

/** Returns the chosen account when it has a key, else null. A bot uses the trading key, so an expired log-in token does not block the creation (decision 18). */
function useKeyedAccount() {
  const { account } = useChosenAccount();
  return account === undefined || account.key_state === 'none' ? null : account;
}

/** Memoises the preview by the form and the market data. */
function useModel(form: CreateForm, world: CreateWorld): CreateModel {
  const i18n = useI18n();
  const {
    instrument,
    hasInstrumentsFailed,
    lastPrice,
    bid,
    ask,
    available,
    foreignMargin,
    accountId,
    isAccountRead,
    keyBlock,
    instrumentsInUse,
  } = world;
  return useMemo(
    () =>
      previewCreate(
        form,
        {
          instrument,
          hasInstrumentsFailed,
          lastPrice,
          bid,
          ask,
          available,
          foreignMargin,
          accountId,
          isAccountRead,
          keyBlock,
          instrumentsInUse,
        },
        i18n,
      ),
    [
      form,
      instrument,
      hasInstrumentsFailed,
      lastPrice,
      bid,
      ask,
      available,
      foreignMargin,
      accountId,
      isAccountRead,
      keyBlock,
      instrumentsInUse,
      i18n,
    ],
  );
}

/** Returns the USDT of the account, the available margin, and the positions that use a part of it and belong to no bot. */
function useMoney(accountId: string | undefined) {
  const query = useMargin();
  const margin: MarginResponse | undefined = useLater(query.data, accountId);
  const { foreign_positions: positions, foreign_margin: used } = margin ?? {};
  const foreign = useMemo(() => ({ positions: positions ?? [], margin: used ?? '0' }), [positions, used]);
  const hasFailed = useFailure(query) !== null;
  return { accountTotal: margin?.total ?? null, available: margin?.available ?? null, foreign, hasFailed };
}

/** The account and the instrument of a bot. The other values of a bot change with the price, and the form does not show them. */
type Place = Pick<BotWire, 'account_id' | 'symbol'>;
const placesOf = (bots: readonly BotWire[]): readonly Place[] =>
  bots.map(({ account_id, symbol }) => ({ account_id, symbol }));

/** Returns the instruments on which bots of the account run. A bot of another account does not occupy its instrument (decision 2). */
function useInstrumentsInUse(bots: readonly Place[] | undefined, accountId: string | undefined): readonly string[] {
  return useMemo(
    () =>
      (bots ?? []).filter((bot) => accountId === undefined || bot.account_id === accountId).map((bot) => bot.symbol),
    [bots, accountId],
  );
}

/** Returns whether data of the market or of the account is still being read. */
const isMissing = ({ kind }: Blocker): boolean => kind === 'loading' || kind === 'no_price';

/** `first` is the form that is shown first. `isPlanComing` is true while the plan waits for data. */
export function useCreateBot(first: CreateForm, onCreated: (bot: BotWire) => void) {
  const api = useApi();
  const [form, dispatch] = useReducer(reduceCreateForm, first);
  const { lastPrice, bid, ask, ...price } = usePrice(form.instrumentId);
  // The chart draws the newest of these candles (screens 5.5).
  const candles = useQuery(dayCandlesQuery(api, form.instrumentId));
  const account = useKeyedAccount();
  const bots = useQuery({ ...myBotsQuery(api), select: placesOf });
  const link = useQuery(oauthStatusQuery(api));
  const { instrument, ...list } = useListed(form.instrumentId);
  const instrumentsInUse = useInstrumentsInUse(bots.data, account?.id);
  useFreeInstrument({ ...list, instrumentsInUse, dispatch });
  const { accountTotal, available, foreign, hasFailed } = useMoney(account?.id);
  const money = {
    available,
    foreignMargin: foreign.margin,
    accountId: account?.id ?? null,
    isAccountRead: link.data !== undefined,
  };
  const keyBlock = account === null ? null : keyBlockOf(account);
  const model = useModel(form, { ...list, ...money, instrument, lastPrice, bid, ask, keyBlock, instrumentsInUse });
  const submission = { model, accountId: account?.id ?? null, entry: entryFieldsOf(form) };
  const submit = useSubmit({ ...submission, onCreated });
  return {
    form,
    dispatch,
    model,
    ...list,
    instrument,
    instrumentsInUse,
    lastPrice,
    ...price,
    candles,
    accountTotal,
    available,
    foreign,
    isPlanComing: account !== null && !hasFailed && !price.isPriceLost && model.blockers.some(isMissing),
    account,
    link,
    bots,
    submission,
    submit,
  };
}
