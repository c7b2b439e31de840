import answers from './answers.json' with { type: 'json' };

/** What a service with demo data answered to the example of a call; undefined for a call that is not recorded yet. */
export function answerExample(operationId: string): unknown {
  return (answers as Readonly<Record<string, unknown>>)[operationId];
}
