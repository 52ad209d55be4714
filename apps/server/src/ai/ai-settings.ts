// The settings of the AI model that decides for bots with the AI entry (decision 46).
import { readFileSync, statSync } from 'node:fs';

/** The settings of the endpoint as the environment gives them. */
export interface AiSettings {
  /** The base address of an endpoint with `/chat/completions`, without a slash at the end. */
  readonly url: string;
  readonly model: string;
  /** The key of the endpoint, or the file that contains it. An endpoint of the own network may have neither. */
  readonly key: string | null;
  readonly keyFile: string | null;
  /** `schema`: the endpoint supports strict JSON schemas. `object`: it supports only JSON objects. */
  readonly format: 'schema' | 'object';
  /** The largest cost of a UTC day in USD. */
  readonly dailyUsd: number;
  /** The prices of a million tokens in USD. */
  readonly promptUsd: number;
  readonly completionUsd: number;
}

/** The endpoint with its key. `isDouble` is true for the double of the sandbox, which is no model. */
export interface AiEndpoint extends Omit<AiSettings, 'key' | 'keyFile'> {
  readonly key: string | null;
  readonly isDouble: boolean;
}

/** The name of the double in decisions. The sandbox uses the same label. */
export const doubleModel = 'test double, no model';

/**
 * Returns the endpoint. Without settings, the server of a sandbox uses the double of the sandbox, and another server has no endpoint. Throws an error with a sentence for the operator
 * when the key file cannot be used.
 */
export function aiEndpointOf(settings: AiSettings | 'off' | null, sandboxOrigin: string | null): AiEndpoint | null {
  if (settings === 'off') return null;
  if (settings !== null) return { ...settings, key: settings.key ?? keyOf(settings.keyFile), isDouble: false };
  if (sandboxOrigin === null) return null;
  const prices = { dailyUsd: 1, promptUsd: 1, completionUsd: 1 };
  return {
    url: `${sandboxOrigin}/model/v1`,
    model: doubleModel,
    key: null,
    format: 'schema',
    ...prices,
    isDouble: true,
  };
}

function keyOf(file: string | null): string | null {
  if (file === null) return null;
  try {
    if ((statSync(file).mode & 0o077) !== 0)
      throw new Error('other users can read it; change its permissions with chmod 600');
    const key = readFileSync(file, 'utf8').trim();
    if (key === '') throw new Error('it is empty');
    return key;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`The file of RONDO_AI_KEY_FILE cannot be used: ${cause}.`);
  }
}
