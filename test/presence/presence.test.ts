import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import {
  type ManualClockService,
  SECOND_MS,
  startManualClockService,
} from '../support/manual-clock-service.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';

describe('what operators have open', () => {
  let service: ManualClockService;
  let viewer: TestClient;
  beforeAll(async () => {
    service = await startManualClockService();
    viewer = await createClient(service, { role: 'viewer', name: 'Watching' });
  });
  afterAll(() => service.stop());

  const send = (as: Credentials, body: Record<string, string>) => service.ask('/v1/presence', { as, body });
  const say = async (as: Credentials, open?: string): Promise<Json> =>
    expectData(await send(as, { windowId: 'w', ...(open !== undefined && { open }) })).others;

  test('is shown to the others by name, until it is closed or 25 seconds have passed', async () => {
    const mine = [{ open: 'line-1', appKey: OPERATOR.appKey, name: 'Demo operator' }];
    expect(await say(OPERATOR, 'line-1')).toEqual([]);
    expect(await say(ADMIN, 'line-2')).toEqual(mine);
    service.clock.advance(24 * SECOND_MS);
    expect(await say(ADMIN)).toEqual(mine);
    expect(await say(OPERATOR, 'line-1')).toEqual([]);
    service.clock.advance(25 * SECOND_MS);
    expect(await say(ADMIN)).toEqual([]);
  });

  test('is neither sent nor read by viewers and merchants', async () => {
    for (const as of [MERCHANT, viewer])
      expectFailure(await send(as, { windowId: 'w', open: 'line-1' }), 'not_authorized');
  });

  test('needs the name of a window', async () => {
    expectInvalid(await send(OPERATOR, { open: 'line-1' }), 'windowId');
  });
});
