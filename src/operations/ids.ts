import { idText } from './fields.ts';

/** Ids in requests and answers, with what they mean. */
export const transactionId = idText.describe('The id that the service gave the transaction.');
export const eventId = idText.describe('The id of the event. Book each once.');
export const lineId = idText.describe('The id of the line.');
export const statementId = idText.describe('The id of the statement.');
export const fileId = idText.describe('The id of the file.');
export const bankId = idText.describe('The bank: an `_id` of the available banks.');
export const processId = idText.describe('The id that the client chose, unique over all its transactions.');
export const userId = idText.describe("The client's id of the user.");
export const appKey = idText.describe('The client. Keys that see all clients send and get it.');
