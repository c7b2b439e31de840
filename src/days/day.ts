import type { z } from 'zod';
import { fieldError, ServiceError } from '../kernel/errors.ts';
import { fault, fieldProblem } from '../kernel/problems.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fields, text, wholeNumber } from '../operations/fields.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { OPERATORS, STAFF } from '../operations/permissions.ts';
import { calendarDay } from '../reconciliation/day-range.ts';
import { type AccountName, isRepeated } from './domain/closing.ts';
import { type AccountFigures, hashFigures, missingOf } from './domain/figures.ts';
import { MAX_CLOSINGS, MAX_LISTED_CLOSINGS, MAX_NOTE_CHARACTERS } from './limits.ts';
import { readFigures, requestedDay } from './read.ts';
import { dayView, viewDay } from './views.ts';

const HASH_CHARACTERS = 64;

export const getDay = operation({
  name: 'getDay',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'Read the figures of all bank accounts on a day, and who has closed it',
  description:
    'Incoming and outgoing payments are never netted. A figure that has changed since the day was closed is listed with both values.',
  input: fields({
    day: calendarDay.optional().describe('The day; by default yesterday, in the time zone of the service.'),
    closing: wholeNumber(1, MAX_CLOSINGS)
      .optional()
      .describe('The number of a closing, to read the figures that it has stored.'),
  }),
  output: dayView,
  example: { day: '2026-11-19' },
  cost: ({ accounts }) => costOfItems(accounts.length),
  async run(context, given) {
    const { db } = context.dependencies;
    const day = requestedDay(context, given.day);
    if (given.closing === undefined) return viewNow(context, day);
    const shown = await db.read('readClosing', { day, number: given.closing });
    if (!shown)
      throw fieldError(
        'closing',
        fault('unknown_id', `is no closing of ${day}. Leave it out, or use one of its closings.`),
      );
    return viewDay(shown.figures, { ...(await readClosings(context, day)), shown });
  },
});

async function viewNow(context: Context, day: string): Promise<z.infer<typeof dayView>> {
  return viewDay(await readFigures(context, day), await readClosings(context, day));
}

async function readClosings({ dependencies: { db } }: Context, day: string) {
  const closings = await db.read('listClosings', { day, limit: MAX_LISTED_CLOSINGS });
  return {
    closings,
    newest: closings[0] && (await db.read('readClosing', { day, number: closings[0].number })),
  };
}

export const closeDay = operation({
  name: 'closeDay',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Close a day, with its figures as they are',
  description:
    'The figures are stored with the name of the key. A day can be closed again, which adds a closing and changes no earlier one. If two people close it at once, the second is refused. While figures are missing, a reason is required. A repeat changes nothing.',
  refusals: ['error_stale_sequence'],
  isIdempotent: true,
  input: fields({
    day: calendarDay.describe('The day.'),
    figuresHash: text(HASH_CHARACTERS).describe('The figuresHash of the day that you have seen.'),
    lastClosing: wholeNumber(0, MAX_CLOSINGS).describe(
      'The number of the last closing of the day that you have seen; 0 for none.',
    ),
    note: text(MAX_NOTE_CHARACTERS).nullable().optional().describe('A hand-over note.'),
    reason: text(MAX_NOTE_CHARACTERS)
      .nullable()
      .optional()
      .describe('Why it is closed although figures are missing.'),
  }),
  output: dayView,
  example: {
    day: '2026-11-19',
    figuresHash: EXAMPLE_IDS.contentHash,
    lastClosing: 0,
    reason: 'no statement on a Saturday',
    note: 'The statement of the second account comes by mail',
  },
  async run(context, given) {
    const { dependencies, principal, meta } = context;
    const { figuresHash, lastClosing, note = null, reason = null } = given;
    const day = requestedDay(context, given.day);
    const request = { clientId: principal.client.id, figuresHash, note, reason };
    const made = await dependencies.db.read('readClosing', { day, number: lastClosing + 1 });
    if (made && isRepeated(made, request)) return viewNow(context, day);
    const figures = await readFigures(context, day);
    if (figuresHash !== hashFigures(figures)) throw stale(day, 'figuresHash');
    const missing = figures.accounts.filter((account) => missingOf(account) !== null);
    if (missing.length > 0 && !reason)
      throw fieldError(
        'reason',
        fault('day_figures_missing', { accounts: missing.length }, missingText(missing)),
      );
    const outcome = await dependencies.db.run('closeDay', {
      closing: {
        ...request,
        id: dependencies.runtime.newId(),
        day,
        closedBy: principal.client.name,
        closedAtMs: meta.nowMs,
        figures,
      },
      lastClosing,
      audit: meta.audit,
    });
    if (outcome === 'full') throw fieldError('day', fault('full', { maximum: MAX_CLOSINGS }));
    if (outcome === 'closed-meanwhile') throw stale(day, 'lastClosing');
    return viewDay(figures, await readClosings(context, day));
  },
});

function stale(day: string, field: 'figuresHash' | 'lastClosing'): ServiceError {
  const what = { figuresHash: 'figures', lastClosing: 'closings' }[field];
  const message = `The ${what} of ${day} do not match the ${field} of the request. Read the day again before you close it.`;
  const problem = fault(field === 'figuresHash' ? 'day_changed' : 'day_closed_meanwhile');
  const fields = [fieldProblem(field, problem)];
  return new ServiceError('error_stale_sequence', message, { fields });
}

/** The most accounts that an error message names. */
const MAX_NAMED = 3;

function missingText(accounts: readonly (AccountFigures & AccountName)[]): string {
  const named = accounts.slice(0, MAX_NAMED).map((account) => {
    const what =
      missingOf(account) === 'statement' ? 'has no statement of the day' : 'has balances that do not add up';
    return `${account.bank} ${account.iban} ${what}`;
  });
  const more = accounts.length > MAX_NAMED ? `, and so on for ${accounts.length - MAX_NAMED} more` : '';
  return `is required: ${named.join(', ')}${more}. Import the statements, or say why the day is closed without them.`;
}
