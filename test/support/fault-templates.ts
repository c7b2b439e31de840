import type { CommandName } from '../../db/names.ts';
import type { ReasonTemplate } from '../../src/transactions/domain/reason.ts';
import { newIban } from './entities.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { ofOnePerson } from './fault-requests.ts';

function newTemplate({ appContext }: Fixture): ReasonTemplate {
  const id = appContext.dependencies.runtime.newId();
  return { id, kind: 'reject', text: `The account is ${newIban()}`, seenBy: 'payer' };
}

const adding = ofOnePerson((fixture) => {
  const { db } = fixture.appContext.dependencies;
  const template = newTemplate(fixture);
  return (audit) => db.run('saveReasonTemplate', { template, isNew: true, audit });
});

const changing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const template = newTemplate(fixture);
  await db.run('saveReasonTemplate', { template, isNew: true });
  const changed: ReasonTemplate = { ...template, seenBy: 'nobody' };
  return (audit) => db.run('saveReasonTemplate', { template: changed, isNew: false, audit });
});

const removing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const template = newTemplate(fixture);
  await db.run('saveReasonTemplate', { template, isNew: true });
  return (audit) => db.run('removeReasonTemplate', { id: template.id, audit });
});

export const templateScenarios = {
  saveReasonTemplate: { 'a new one': adding, 'one that is stored': changing },
  removeReasonTemplate: { 'one that is stored': removing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
