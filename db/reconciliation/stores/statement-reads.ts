import type { StatementReads } from '../../../src/reconciliation/read-store.ts';
import type { Engine } from '../../engine.ts';
import { findPlansOfLines } from '../../transactions/queries/plans.ts';
import { findLinePayments } from '../queries/line-payments.ts';
import { findLineDecisions, findStatementLine } from '../queries/statements.ts';

export function createStatementReads(engine: Engine): StatementReads {
  return {
    listFiles: (filter, page) => engine.query('listStatementFiles', { filter, page }),
    accountDays: (query) => engine.query('readAccountDays', query),
    listStatements: (filter, page) => engine.query('listStatements', { filter, page }),
    listLines: (filter, page) => engine.query('listStatementLines', { filter, page }),
    findLine: (id) => engine.read((db) => findStatementLine(db, id)),
    findPlans: () => engine.read(findPlansOfLines),
    findDecisions: (lineId) => engine.read((db) => findLineDecisions(db, lineId)),
    findPayments: (line, transactions) => engine.read((db) => findLinePayments(db, line, transactions)),
    countOpen: () => engine.query('countOpenLines', {}),
  };
}
