import { z } from 'zod';
import { CALLBACK_FAILURE_KINDS } from '../../domain/callback-failure.ts';
import { validationError } from '../../domain/errors.ts';
import { auditOrigin } from '../audit/origin.ts';
import { fields, graphqlTypes, oneOf, wholeNumber } from '../fields.ts';
import { define } from '../operation.ts';
import { MOST_ASKED } from './store.ts';

const MOST_FAILURES = 20;

const failureKind = oneOf(CALLBACK_FAILURE_KINDS).register(graphqlTypes, { name: 'CallbackFailureKind' });

/** The failures that are still to come with the callbacks of a test key. */
export const callbackFailureView = z.object({
  kind: failureKind,
  /** The deliveries that are still to go wrong. */
  remaining: z.number(),
});

/** Asks that the next deliveries of the key's callbacks go wrong; a count of 0 takes it back. */
export const failTestCallbacks = define({
  name: 'failTestCallbacks',
  kind: 'command',
  input: fields({
    /** With a count of 0 it may be left out, for all kinds. */
    kind: failureKind.optional(),
    count: wholeNumber(0, MOST_FAILURES).default(1),
  }),
  output: z.object({ items: z.array(callbackFailureView) }),
  async run(context, { kind, count }) {
    if (kind === undefined && count > 0) {
      const message = `kind is required: one of ${CALLBACK_FAILURE_KINDS.join(', ')}.`;
      throw validationError([{ path: 'kind', message }]);
    }
    const { principal, dependencies } = context;
    const audit = auditOrigin(context, 'failTestCallbacks');
    const left = await dependencies.sandbox.askFailures(principal.client.id, { kind, count }, audit);
    if (!left) {
      const message = `count is too much: at most ${MOST_ASKED} deliveries can be asked to go wrong in all. Take some back with 0.`;
      throw validationError([{ path: 'count', message }]);
    }
    return { items: [...left] };
  },
});
