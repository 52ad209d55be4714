// The form of an LBank account: values, validation and request (specification 3 and 5).
import {
  contractLimits,
  type CreateKeyedAccountRequest,
  type KeyedAccount,
  type UpdateKeyedAccountRequest,
} from '@rondo/contract';

export const lbankTexts = ['name', 'apiKey', 'secretKey', 'tags', 'description'] as const;
export type LbankText = (typeof lbankTexts)[number];
export const lbankBoxes = ['mayRead', 'mayTrade', 'isTestnet'] as const;
export type LbankBox = (typeof lbankBoxes)[number];
export type LbankForm = Readonly<Record<LbankText, string>> & Readonly<Record<LbankBox, boolean>>;
export type LbankProblem = 'required' | 'pair' | 'tooManyTags';
export type LbankProblems = Readonly<Partial<Record<LbankText, LbankProblem>>>;

const { exchangeAccount: bounds } = contractLimits;

/** By default, the right to read is on, and the right to trade is off, as in the specification. */
export const emptyLbankForm: LbankForm = {
  name: '',
  apiKey: '',
  secretKey: '',
  tags: '',
  description: '',
  mayRead: true,
  mayTrade: false,
  isTestnet: false,
};

/** Returns the initial form of an existing account. Key and secret are empty, because they are entered only to change them. */
export const lbankFormOf = (account: KeyedAccount): LbankForm => ({
  name: account.account_name,
  apiKey: '',
  secretKey: '',
  tags: account.tags.join(', '),
  description: account.description,
  mayRead: account.permissions.read,
  mayTrade: account.permissions.trade,
  isTestnet: account.is_testnet,
});

/** Splits tags at commas and trims them. Empty and repeated tags are removed. */
export const tagsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/** Returns the problems of the form. A new account needs a key and a secret. An existing account keeps its key and its secret when both fields are empty. */
export const lbankProblems = (form: LbankForm, isNew: boolean): LbankProblems => {
  const isBlank = (field: LbankText): boolean => form[field].trim() === '';
  const keys = ['apiKey', 'secretKey'] as const;
  const missingKeys = keys.filter(isBlank);
  const areKeysWrong = isNew ? missingKeys.length > 0 : missingKeys.length === 1;
  const tags = tagsOf(form.tags);
  return {
    ...(isBlank('name') ? { name: 'required' as const } : {}),
    ...(areKeysWrong
      ? Object.fromEntries(missingKeys.map((key) => [key, isNew ? ('required' as const) : ('pair' as const)]))
      : {}),
    ...(tags.length > bounds.tags || tags.some((tag) => tag.length > bounds.tagLength)
      ? { tags: 'tooManyTags' as const }
      : {}),
  };
};

const labelsOf = (form: LbankForm) => ({
  account_name: form.name.trim(),
  is_testnet: form.isTestnet,
  permissions: { read: form.mayRead, trade: form.mayTrade },
  tags: [...tagsOf(form.tags)],
  description: form.description.trim(),
});

const credentialsOf = (form: LbankForm) => ({ api_key: form.apiKey.trim(), secret_key: form.secretKey.trim() });

export const lbankCreation = (form: LbankForm, exchangeId: string): CreateKeyedAccountRequest => ({
  exchange_id: exchangeId,
  ...labelsOf(form),
  credentials: credentialsOf(form),
});

/** Returns the request to change an account. The key and the secret are sent only when the user entered them. */
export const lbankChange = (form: LbankForm): UpdateKeyedAccountRequest => ({
  ...labelsOf(form),
  ...(form.apiKey.trim() === '' ? {} : { credentials: credentialsOf(form) }),
});
