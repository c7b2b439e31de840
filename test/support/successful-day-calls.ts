import { ADMIN, call, type TestService } from '../harness.ts';
import { expectData } from './responses.ts';

let notes = 0;

/** Closes a day with the figures that it has. @returns the input. */
async function closingOf(service: TestService, day: string) {
  const { figuresHash, closings } = expectData(
    await call(service, `/v1/days?day=${day}`, { as: ADMIN, method: 'GET' }),
  );
  notes += 1;
  // The same note again would change nothing.
  return {
    day,
    figuresHash,
    lastClosing: closings[0]?.number ?? 0,
    note: `note ${notes}`,
    reason: 'no statement comes',
  };
}

export const DAY_CALLS = [
  { operation: 'closeDay', input: (service: TestService) => closingOf(service, '2026-11-19') },
];
