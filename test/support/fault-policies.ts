import type { CommandName } from '../../db/names.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { ofOnePerson } from './fault-requests.ts';
import { storePayment } from './fault-statements.ts';

/** Stores a line that waits because it is one minor unit short. @returns a change that affects it. */
async function storeWaiting(fixture: Fixture) {
  const { appContext, merchants } = fixture;
  const { file } = await storePayment(fixture, { amountMinor: 49_999 });
  const { matching, matchTerms } = appContext.dependencies.statements;
  // The last round marks the file as done.
  for await (const _ of matching.match(file.id));
  const target = { clientId: merchants[0].id, name: merchants[0].appKey };
  return { target, terms: matchTerms() };
}

const updating = ofOnePerson(async (fixture) => {
  const change = await storeWaiting(fixture);
  const { db } = fixture.appContext.dependencies;
  return (audit) =>
    db.run('updateMatchPolicy', { ...change, changes: { underpaidToleranceMinor: 1 }, audit });
});

/** The policy affects nothing that waits, but its end does. */
const removing = ofOnePerson(async (fixture) => {
  const change = await storeWaiting(fixture);
  const { clientId } = change.target;
  fixture.database
    .prepare('insert into match_policies (scope, client_id, policy, updated_at_ms) values (?, ?, ?, 0)')
    .run(clientId, clientId, '{"underpaidBeyond":"return"}');
  return (audit) => fixture.appContext.dependencies.db.run('removeMatchPolicy', { ...change, audit });
});

export const policyScenarios = {
  updateMatchPolicy: { 'with a line that waits': updating },
  removeMatchPolicy: { 'with a line that waits': removing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
