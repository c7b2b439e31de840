import type { CommandName } from '../../db/commands.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds, ofOnePerson } from './fault-requests.ts';
import { stateOf, storePayment } from './fault-statements.ts';

/** Stores a line that waits because it is one minor unit short. @returns the target of a change that affects it. */
async function storeWaiting(fixture: Fixture) {
  const { database, appContext, merchants } = fixture;
  database.exec('delete from match_policies');
  const { lineId, file } = await storePayment(fixture, { amountMinor: 49_999 });
  const { matching, policies } = appContext.dependencies.statements;
  // The last round marks the file as done.
  for await (const _ of matching.match(file.id));
  const target = { clientId: merchants[0].id, name: merchants[0].appKey };
  return { lineId, target, policies, fileId: file.id };
}

/** A policy, the line that waits for it and the mark of its file change together. */
function changesWith(
  fixture: Fixture,
  { lineId, fileId }: { readonly lineId: string; readonly fileId: string },
) {
  const isNew = stateOf(fixture, lineId, 'new');
  const isUnmatched = finds(
    fixture,
    'select count(*) from statement_files where matched_at_ms is null and id = ?',
    fileId,
  );
  return (isChanged: boolean) => {
    if (isNew() !== isChanged || isUnmatched() !== isChanged) throw new Error('a part of a change was kept');
    return isChanged;
  };
}

const updating = ofOnePerson(async (fixture) => {
  const { target, policies, ...line } = await storeWaiting(fixture);
  const together = changesWith(fixture, line);
  const isStored = finds(fixture, 'select count(*) from match_policies where client_id = ?', target.clientId);
  return {
    send: (audit) => policies.update(target, { underpaidToleranceMinor: 1 }, audit),
    isDone: () => together(isStored()),
  };
});

const removing = ofOnePerson(async (fixture) => {
  const { target, policies, ...line } = await storeWaiting(fixture);
  // It affects nothing that waits, but its end does.
  fixture.database
    .prepare('insert into match_policies (scope, client_id, policy, updated_at_ms) values (?, ?, ?, 0)')
    .run(target.clientId, target.clientId, '{"underpaidBeyond":"return"}');
  const together = changesWith(fixture, line);
  const isThere = finds(fixture, 'select count(*) from match_policies where client_id = ?', target.clientId);
  return {
    send: (audit) => policies.remove(target, audit),
    isDone: () => together(!isThere()),
  };
});

export const policyScenarios = {
  updateMatchPolicy: { 'with a line that waits': updating },
  removeMatchPolicy: { 'with a line that waits': removing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
