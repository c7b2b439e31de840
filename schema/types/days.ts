import { closeDay, getDay } from '../../src/days/day.ts';
import { exportMovements } from '../../src/days/export.ts';
import {
  dayAccountView,
  dayClosingView,
  dayTotalView,
  dayView,
  figureChangeView,
} from '../../src/days/views.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { runs } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

objectFrom('DayAccount', dayAccountView, 'The figures of a bank account on a day.');
objectFrom('DayTotal', dayTotalView, 'The sums of all bank accounts on a day.');
objectFrom('DayClosing', dayClosingView, 'A closing of a day by a person.');
objectFrom('FigureChange', figureChangeView, 'A figure that has changed since its day was closed.');
const Day = objectFrom('Day', dayView, 'A day of all bank accounts.');
const MovementsFile = objectFrom('MovementsFile', exportMovements.output, 'Movements of money as a file.');

/** A desk has about as many accounts. */
const ACCOUNTS = { size: () => 20 };

export const dayQueries: QueryFields = (t) => ({
  day: t.field({ ...runs(getDay, ACCOUNTS), type: Day }),
  movementsFile: t.field({ ...runs(exportMovements), type: MovementsFile }),
});

export const dayMutations: MutationFields = (t) => ({
  closeDay: t.field({ ...runs(closeDay, ACCOUNTS), type: Day }),
});
