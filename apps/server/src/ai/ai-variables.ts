// The variables of the environment that name the AI model. `env.ts` reads the environment.
import path from 'node:path';
import * as z from 'zod';
import type { AiSettings } from './ai-settings.ts';

/** The variables with their checks. */
export const aiVariables = {
  RONDO_AI_URL: z
    .string()
    .regex(/^(off|https?:\/\/[^\s?#]+)$/, { message: 'must be off or an address such as https://api.example.com/v1' })
    .optional(),
  RONDO_AI_MODEL: z.string().min(1).max(100).optional(),
  RONDO_AI_KEY: z.string().min(1).max(1_000).optional(),
  RONDO_AI_KEY_FILE: z.string().optional(),
  RONDO_AI_FORMAT: z.enum(['schema', 'object']).default('schema'),
  RONDO_AI_DAILY_USD: z.coerce.number().min(0).max(10_000).default(1),
  RONDO_AI_PROMPT_USD: z.coerce.number().min(0).max(1_000).default(2.5),
  RONDO_AI_COMPLETION_USD: z.coerce.number().min(0).max(1_000).default(10),
};

type AiValues = z.output<z.ZodObject<typeof aiVariables>>;

/** Returns the reason why the values together are not usable, or null. */
export function refusedAiVariables(values: AiValues): string | null {
  const { RONDO_AI_URL: url, RONDO_AI_MODEL: model, RONDO_AI_KEY: key, RONDO_AI_KEY_FILE: keyFile } = values;
  const hasKey = key !== undefined || keyFile !== undefined;
  if (url === undefined || url === 'off')
    return model !== undefined || hasKey ? 'RONDO_AI_MODEL and the key of the model need RONDO_AI_URL.' : null;
  if (model === undefined) return 'RONDO_AI_URL needs RONDO_AI_MODEL.';
  if (key !== undefined && keyFile !== undefined) return 'RONDO_AI_KEY and RONDO_AI_KEY_FILE exclude each other.';
  const isSafe = url.startsWith('https://') || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(url);
  return isSafe || !hasKey
    ? null
    : 'The key of the model would be sent without TLS. RONDO_AI_URL must begin with https://.';
}

/** Returns the settings of the model, `off`, or null when no variable names a model. */
export function aiSettingsOf(values: AiValues): AiSettings | 'off' | null {
  const { RONDO_AI_URL: url, RONDO_AI_MODEL: model, RONDO_AI_KEY_FILE: keyFile } = values;
  if (url === 'off') return 'off';
  if (url === undefined || model === undefined) return null;
  return {
    url: url.replace(/\/+$/, ''),
    model,
    key: values.RONDO_AI_KEY ?? null,
    keyFile: keyFile === undefined ? null : path.resolve(keyFile),
    format: values.RONDO_AI_FORMAT,
    dailyUsd: values.RONDO_AI_DAILY_USD,
    promptUsd: values.RONDO_AI_PROMPT_USD,
    completionUsd: values.RONDO_AI_COMPLETION_USD,
  };
}
