// Calls of the API as the member of a test world.
import type { BotDetailResponse, BotSignalList } from '@rondo/contract';
import type { TestWorld } from './_world.ts';

/** Returns the headers of a new session, because the session of an earlier call may have ended on the clock of the test. */
export async function memberHeaders({ context, people }: TestWorld): Promise<{ readonly authorization: string }> {
  const session = { userId: people.member.id, remember: false, now: context.clock.now() };
  const { accessToken } = await context.store.sessions.create({ ...session, withSecondFactor: false });
  return { authorization: `Bearer ${accessToken}` };
}

/** A call as the member. Returns the status and the body of the response. */
type MemberCall = <Body>(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
) => Promise<{ readonly status: number; readonly body: Body }>;

/** Returns the calls of a test whose world is created before its first call. */
export function memberCalls(worldOf: () => TestWorld) {
  const call: MemberCall = async <Body>(method: 'GET' | 'POST', url: string, payload?: object) => {
    const world = worldOf();
    const headers = await memberHeaders(world);
    const response = await world.api.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: response.statusCode, body: response.json<Body>() };
  };
  return {
    call,
    detail: async (id: string) => (await call<BotDetailResponse>('GET', `/api/bots/${id}`)).body,
    signalsOf: async (id: string) => (await call<BotSignalList>('GET', `/api/bots/${id}/signals`)).body,
  };
}
