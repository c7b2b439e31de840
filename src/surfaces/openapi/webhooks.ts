import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { amountOut, timestampOut } from '../../operations/fields.ts';
import { eventId } from '../../operations/ids.ts';
import { depositView, withdrawalView } from '../../transactions/views.ts';

/** The fields of a callback in addition to those of its transaction: src/callbacks/domain/callback.ts. */
const eventFields = {
  statusReason: z.string().nullable().describe('Why it has this status; null for most.'),
  eventId,
  sequence: z.number().describe('The number of the last change of the transaction.'),
  occurredAt: timestampOut.describe('When it happened.'),
  test: z.boolean().optional().describe('True for what a test key has made; left out for all else.'),
  amount: amountOut.describe('The amount that was really paid.'),
};

const depositCallback = depositView.omit({ url: true, alreadyPending: true }).extend(eventFields);
const withdrawalCallback = withdrawalView.extend(eventFields);

/** The body of a callback. */
export const callbackView = z.discriminatedUnion('type', [depositCallback, withdrawalCallback]);

const headers = z.object({
  'webhook-id': z.string().meta({ description: 'The `eventId`, the same on every attempt.' }),
  'webhook-timestamp': z.string().meta({ description: 'Unix seconds of this attempt.' }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and base64 of HMAC-SHA256(secret, "<webhook-id>.<webhook-timestamp>.<body>"); two of them, with a blank between, during the rotation of a secret.',
  }),
});

/** The callback that a client receives after each transition (Standard Webhooks). */
export const WEBHOOKS: ZodOpenApiPathsObject = {
  transactionChanged: {
    post: {
      operationId: 'transactionChanged',
      tags: ['Events and callbacks'],
      summary: 'A transaction has changed its status',
      description:
        'Sent to the callbackUrl of the client until it answers with 2xx, at least once, and in order for each transaction. Verify the signature, and book each `eventId` once.',
      // The receiver verifies the signature: it knows no key of the service.
      security: [],
      requestParams: { header: headers },
      requestBody: { required: true, content: { 'application/json': { schema: callbackView } } },
      responses: {
        '2XX': { description: 'Received. The callback is not sent again.' },
        '410': { description: 'Not wanted. The callback is not sent again.' },
        default: { description: 'Not received. The callback is sent again.' },
      },
    },
  },
};
