// Tests that texts of people, of exchanges and of models are shown as text: a text that is HTML creates no element and runs no script.
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { HistoryRows } from '../../src/features/history/history-rows.tsx';
import { LeaderboardSection } from '../../src/features/landing/leaderboard-section.tsx';
import { FetchContext } from '../../src/features/landing/public-responses.ts';
import { AuditTab } from '../../src/features/operator/audit/audit-tab.tsx';
import { initialPlace } from '../../src/features/operator/console-place.ts';
import { PeopleTab } from '../../src/features/operator/people/people-tab.tsx';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { fixedHistory } from '../../src/workbench/cards/history-cards.tsx';
import { fixedBoard } from '../../src/workbench/cards/landing-cards.tsx';
import { fixedApplicant } from '../../src/workbench/cards/operator-cards.tsx';
import { fixedBot, fixedInstrument } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

/** HTML that runs a script when it is inserted as elements. */
const html = '<img data-injected src=x onerror="globalThis.wasInjected = true">';
const payloads = [html, `"><svg data-injected onload="globalThis.wasInjected = true">`, `</td>${html}`];

interface Place {
  readonly component: (text: string) => ReactNode;
  readonly responses?: (text: string) => Responses;
}

const line = (text: string) => ({
  created_at: '2026-03-02T12:00:00.000Z',
  type: 'ERROR' as const,
  message: text,
  message_key: 'an.unknown.key',
  parameters: {},
});
const auditLine = (text: string) => ({
  id: 1,
  at: 1,
  actor_id: 'user-1',
  actor_email: text,
  action: 'user.rejected',
  subject_id: 'user-2',
  subject_email: 'b@example.com',
  detail: text,
  hash: 'aa',
});
const card = (change: Partial<typeof fixedBot>) => (
  <BotCard bot={{ ...fixedBot, ...change }} receivedAt={Date.now()} instrument={fixedInstrument} />
);
const [finished] = fixedHistory;
const decision = (text: string) => ({
  closed_at: '2026-03-02T14:00:00Z',
  bar: '1H',
  outcome: 'wait' as const,
  reason: null,
  defense: null,
  confidence: 0.5,
  note: text,
  model: text,
  values: {},
});

/** Where the product shows texts of others. */
const places: Readonly<Record<string, Place>> = {
  'the title of a bot': { component: (text) => card({ title: text, metadata: { name: text, description: '' } }) },
  'a log line of a bot': { component: (text) => card({ logs: [line(text)] }) },
  'the text of a model': {
    component: () => card({ phase: 'waiting_for_signal', entry: { ...fixedBot.entry, type: 'ai-gpt' } }),
    responses: (text) => ({
      botSignals: () => ({
        items: [decision(text)],
        opened_by: null,
        next_at: '2026-03-02T15:00:00Z',
        hook: null,
        shadow: null,
      }),
    }),
  },
  'a row of the history': {
    component: (text) => (
      <HistoryRows items={finished === undefined ? [] : [{ ...finished, title: text }]} onOpen={() => undefined} />
    ),
  },
  'a row of the leaderboard': {
    component: (text) => (
      <FetchContext
        value={() =>
          Promise.resolve(Response.json({ ...fixedBoard, items: [{ ...fixedBoard.items[0], initials: text }] }))
        }
      >
        <LeaderboardSection />
      </FetchContext>
    ),
  },
  'a sign-up': {
    component: () => <PeopleTab place={initialPlace('sign-ups')} go={() => undefined} />,
    responses: (text) => ({
      operatorUsers: () => ({ items: [{ ...fixedApplicant, name: text, email: text, ref: text }], total: 1 }),
    }),
  },
  'a line of the audit': {
    component: () => <AuditTab place={initialPlace('audit')} go={() => undefined} />,
    responses: (text) => ({ operatorAudit: () => ({ items: [auditLine(text)], is_intact: true }) }),
  },
};

test.each(Object.entries(places))('HTML in %s is shown as text', async (_name, { component, responses }) => {
  for (const text of payloads) {
    const options = { storage: memberStorage(), ...(responses === undefined ? {} : { responses: responses(text) }) };
    const { container, unmount } = await show(<ProofProvider>{component(text)}</ProofProvider>, options);
    await expect.poll(() => container.textContent).toContain(text);
    expect(document.querySelectorAll('[data-injected]')).toHaveLength(0);
    expect(globalThis).not.toHaveProperty('wasInjected');
    await unmount();
  }
});
