// Tests a linked account with a new request to the exchange. When the exchange does not respond, the test throws an error and has no result.
import { errorCatalogue, errorText, type KeyTestResponse } from '@rondo/contract';
import type { AccountRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { KeyRequest } from '../venues/venue.ts';
import type { AppContext } from '../app-context.ts';

type TestResult = Omit<KeyTestResponse, 'account'>;

const done: TestResult = {
  success: true,
  message: 'The connection works.',
  message_key: 'exchange.testDone',
  parameters: {},
};

/** Tests a typed key. When the exchange refuses the key, the result contains the reason. */
export async function testKey(context: AppContext, keyRequest: KeyRequest): Promise<TestResult> {
  try {
    await context.keyedVenue.checkKey(keyRequest);
    return done;
  } catch (error) {
    const isFinding =
      error instanceof ApiError && error.code !== 'EXCHANGE_UNAVAILABLE' && error.code !== 'EXCHANGE_COMING_SOON';
    if (!isFinding) throw error;
    const { parameters = {} } = error.details;
    const { messageKey } = errorCatalogue[error.code];
    return { success: false, message: errorText(error.code, parameters), message_key: messageKey, parameters };
  }
}

/** Tests an account that was linked by consent. The test fails with the first finding that prevents bots on the account. */
export async function testConsented(context: AppContext, account: AccountRecord): Promise<TestResult> {
  const findings = await context.keyCalls.checkAccount({ accountId: account.id, instrumentId: null });
  if (findings.some(({ code }) => code === 'ACCOUNT_UNREADABLE')) throw new ApiError('EXCHANGE_UNAVAILABLE');
  const refusal = findings.find(({ severity }) => severity === 'refuse');
  if (refusal === undefined) return done;
  const { message, message_key, parameters } = refusal;
  return { success: false, message, message_key, parameters };
}
