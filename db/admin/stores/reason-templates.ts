import type { ReasonTemplateStore } from '../../../src/admin/reason-template-store.ts';
import type { Engine } from '../../engine.ts';
import { templateFromRow } from '../rows/reason-templates.ts';

/** Reads and changes the templates of reasons. */
export function createReasonTemplateStore(engine: Engine): ReasonTemplateStore {
  return {
    async list() {
      const rows = await engine.read((db) =>
        // The time of creation is the start of an id.
        db.selectFrom('reason_templates').selectAll().orderBy('id').execute(),
      );
      return rows.map(templateFromRow);
    },
    save: (template, { isNew, audit }) => engine.run('saveReasonTemplate', { template, isNew, audit }),
    remove: (id, audit) => engine.run('removeReasonTemplate', { id, audit }),
  };
}
