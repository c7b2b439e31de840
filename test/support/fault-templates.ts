import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import type { ReasonTemplate } from '../../src/transactions/domain/reason.ts';
import { newIban } from './entities.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds, ofOnePerson } from './fault-requests.ts';

function newTemplate({ appContext, database }: Fixture): ReasonTemplate {
  // A kind has few templates, and those of earlier cases are not wanted.
  database.exec('delete from reason_templates');
  const id = appContext.dependencies.runtime.newId();
  return { id, kind: 'reject', text: `The account is ${newIban()}`, seenBy: 'payer' };
}

const adding = ofOnePerson((fixture) => {
  const template = newTemplate(fixture);
  return {
    send: (audit) =>
      fixture.appContext.dependencies.db.run('saveReasonTemplate', {
        template,
        isNew: true,
        audit,
      }),
    isDone: finds(fixture, 'select count(*) from reason_templates where id = ?', template.id),
    expectResult: (result) => expect(result).toBe('saved'),
  };
});

const changing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const template = newTemplate(fixture);
  await db.run('saveReasonTemplate', { template, isNew: true });
  return {
    send: (audit) =>
      db.run('saveReasonTemplate', { template: { ...template, seenBy: 'nobody' }, isNew: false, audit }),
    isDone: finds(fixture, "select seen_by = 'nobody' from reason_templates where id = ?", template.id),
    expectResult: (result) => expect(result).toBe('saved'),
  };
});

const removing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const template = newTemplate(fixture);
  await db.run('saveReasonTemplate', { template, isNew: true });
  return {
    send: (audit) => db.run('removeReasonTemplate', { id: template.id, audit }),
    isDone: finds(fixture, 'select count(*) = 0 from reason_templates where id = ?', template.id),
    expectResult: (result, wasDone) => expect(result).toBe(!wasDone),
  };
});

export const templateScenarios = {
  saveReasonTemplate: { 'a new one': adding, 'one that is stored': changing },
  removeReasonTemplate: { 'one that is stored': removing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
