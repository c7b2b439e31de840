import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { EXAMPLE_IDS, EXAMPLE_REQUEST } from '../../operations/examples.ts';
import { amountOut, timestampOut } from '../../operations/fields.ts';
import { eventId } from '../../operations/ids.ts';
import { depositView, withdrawalView } from '../../transactions/views.ts';

/** The fields of a callback in addition to those of its transaction: src/callbacks/domain/callback.ts. */
const eventFields = {
  statusReason: z.string().nullable().describe('Why it has this status; null for most.'),
  eventId,
  sequence: z.number().describe('The number of the last change of the transaction.'),
  occurredAt: timestampOut.describe('When it happened.'),
  test: z.boolean().optional().describe('True for what a test key has created; otherwise left out.'),
  amount: amountOut.describe('The amount that was actually paid.'),
};

const depositCallback = depositView.omit({ url: true, alreadyPending: true }).extend(eventFields);
const withdrawalCallback = withdrawalView.extend(eventFields);

/** The body of a callback. */
const callbackView = z.discriminatedUnion('type', [depositCallback, withdrawalCallback]);

const headers = z.object({
  'webhook-id': z.string().meta({ description: 'The `eventId`, the same on every attempt.' }),
  'webhook-timestamp': z.string().meta({ description: 'Unix seconds of this attempt.' }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and base64 of HMAC-SHA256(secret, "<webhook-id>.<webhook-timestamp>.<body>"); two of them, with a blank between, during the rotation of a secret.',
  }),
});

const EXAMPLE: z.input<typeof depositCallback> = {
  hash: 'aGcJiT9dCqVW+G6+O0Jk6m8xRMTsUrNnCEdW3N8KSuc=',
  transactionId: EXAMPLE_IDS.transactionId,
  bankId: EXAMPLE_REQUEST.bankId,
  bank: 'Demo Anadolu Bank',
  amount: 499.5,
  type: 'deposit',
  bankAccountName: 'Demo Anadolu Bank Collections',
  bankAccountIban: 'TR640099900000999000001001',
  status: 'successful',
  statusReason: null,
  name: EXAMPLE_REQUEST.name,
  userName: EXAMPLE_REQUEST.userName,
  userId: EXAMPLE_REQUEST.userId,
  processId: 'order-1001',
  convertedName: 'ada-yilmaz',
  eventId: EXAMPLE_IDS.eventId,
  sequence: 2,
  occurredAt: '2026-11-20T22:25:16.700Z',
};

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
      requestBody: {
        required: true,
        content: { 'application/json': { schema: callbackView, example: EXAMPLE } },
      },
      responses: {
        '2XX': { description: 'Received. The callback is not sent again.' },
        '410': { description: 'Not wanted. The callback is not sent again.' },
        default: { description: 'Not received. The callback is sent again.' },
      },
    },
  },
};
