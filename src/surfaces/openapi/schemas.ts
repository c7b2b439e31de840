import { z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';
import { AMOUNT_MAX_MINOR, AMOUNT_MIN_MINOR, minorToAmount } from '../../kernel/money.ts';
import { graphqlTypes } from '../../operations/fields.ts';
import { candidateView, decisionView } from '../../reconciliation/decision-views.ts';
import { lineDetail } from '../../reconciliation/lines.ts';
import { lineView, statementFileView, statementView } from '../../reconciliation/views.ts';
import { depositView, transactionDetail, withdrawalView } from '../../transactions/views.ts';

/** The schemas that the document has once, by their names. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Deposit: depositView,
  Withdrawal: withdrawalView,
  Transaction: transactionDetail,
  StatementFile: statementFileView,
  Statement: statementView,
  StatementLine: lineView,
  StatementLineDetail: lineDetail,
  Candidate: candidateView,
  LineDecision: decisionView,
};

/** Gives schemas their names. It may run again. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(NAMED))
    if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { id });
}

const AMOUNT_INPUT = {
  type: 'number',
  minimum: minorToAmount(AMOUNT_MIN_MINOR),
  maximum: minorToAmount(AMOUNT_MAX_MINOR),
} as const;
const TIMESTAMP = { type: 'string', format: 'date-time' } as const;

/** Describes what the schemas of the operations check by code, and JSON Schema cannot say. */
export const overrideSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  const name = graphqlTypes.get(zodSchema as unknown as z.ZodType)?.name;
  if (name === 'Amount') Object.assign(jsonSchema, io === 'input' ? AMOUNT_INPUT : { type: 'number' });
  if (zodSchema instanceof z.ZodObject && io === 'input') jsonSchema.required = requiredFields(zodSchema);
  if (name === 'DateTime') Object.assign(jsonSchema, TIMESTAMP);
};

/** The fields that a request must have. A schema that reads a value by code does not say so by itself. */
function requiredFields({ shape }: z.ZodObject): string[] {
  return Object.entries(shape).flatMap(([name, field]) => (field.safeParse(undefined).success ? [] : [name]));
}
