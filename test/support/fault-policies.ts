import type { CommandName } from '../../db/names.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { ofOnePerson } from './fault-requests.ts';
import { storePayment } from './fault-statements.ts';

/** Stores a line that waits because it is one minor unit short. @returns the target of a change that affects it, and the policies. */
async function storeWaiting(fixture: Fixture) {
  const { appContext, merchants } = fixture;
  const { file } = await storePayment(fixture, { amountMinor: 49_999 });
  const { matching, policies } = appContext.dependencies.statements;
  // The last round marks the file as done.
  for await (const _ of matching.match(file.id));
  const target = { clientId: merchants[0].id, name: merchants[0].appKey };
  return { target, policies };
}

const updating = ofOnePerson(async (fixture) => {
  const { target, policies } = await storeWaiting(fixture);
  return (audit) => policies.update(target, { underpaidToleranceMinor: 1 }, audit);
});

/** The policy affects nothing that waits, but its end does. */
const removing = ofOnePerson(async (fixture) => {
  const { target, policies } = await storeWaiting(fixture);
  fixture.database
    .prepare('insert into match_policies (scope, client_id, policy, updated_at_ms) values (?, ?, ?, 0)')
    .run(target.clientId, target.clientId, '{"underpaidBeyond":"return"}');
  return (audit) => policies.remove(target, audit);
});

export const policyScenarios = {
  updateMatchPolicy: { 'with a line that waits': updating },
  removeMatchPolicy: { 'with a line that waits': removing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
