import type { CommandName } from '../../db/names.ts';
import { hashFigures } from '../../src/days/domain/figures.ts';
import type { Scenarios } from './fault-cases.ts';
import { withOneRequest } from './fault-requests.ts';

const closing = withOneRequest((fixture) => {
  const { appContext, merchants, clock } = fixture;
  const { db, runtime } = appContext.dependencies;
  const figures = {
    day: '2026-11-27',
    currency: 'TRY',
    accounts: [],
    unassignedCount: 0,
    unassignedMinor: 0,
  };
  const input = {
    id: runtime.newId(),
    day: figures.day,
    closedBy: 'Ada',
    clientId: merchants[0].id,
    closedAtMs: clock.nowMs(),
    note: 'a note',
    reason: null,
    figuresHash: hashFigures(figures),
    figures,
  };
  return () => db.run('closeDay', { closing: input, lastClosing: 0 });
});

export const dayScenarios = {
  closeDay: { 'a day': closing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
