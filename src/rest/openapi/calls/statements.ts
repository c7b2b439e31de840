import { type Calls, CONFIRMED, DECIDED, FOUND } from './call.ts';

export const STATEMENT_CALLS: Calls = {
  importStatementFile: {
    summary: 'Import a file of a bank',
    description:
      'The body is the file. It is imported whole or not at all; the same bytes again change nothing.',
  },
  importStatementText: {
    summary: 'Import lines that were copied, or a file as text',
  },
  previewStatementFile: {
    summary: 'Say what an import of a file would do',
    description: 'The body is the file. Nothing is kept.',
  },
  previewStatementText: { summary: 'Say what an import of a text would do' },
  listAccountDays: {
    summary: 'List the days of an account, with balances and drift',
  },
  listBankProfiles: { summary: 'List the profiles of banks' },
  getBankProfile: { summary: 'Read the profile of a bank' },
  saveBankProfile: { summary: 'Add or change the profile of a bank' },
  removeBankProfile: { summary: 'Remove the profile of a bank' },
  tryBankProfile: {
    summary: 'Read a sample by a profile',
    description: 'Neither is kept.',
  },
  listMatchPolicies: { summary: 'List what settles although it is not exact' },
  updateMatchPolicy: {
    summary: 'Change what settles although it is not exact',
    description: 'Waiting lines are matched again.',
    refusals: ['error_site_not_found'],
  },
  removeMatchPolicy: {
    summary: 'Let a merchant follow the policy of the desk again',
    refusals: ['error_site_not_found'],
  },
  listStatementFiles: { summary: 'List the files that were imported, newest first' },
  listStatements: { summary: 'List the statements of imported files, newest first' },
  releaseStatement: {
    summary: 'Let a held statement settle',
  },
  listStatementLines: { summary: 'List lines of statements, newest first' },
  countStatementLines: { summary: 'Count the lines that wait for a decision' },
  getStatementLine: {
    summary: 'Read a line with its candidates and decisions',
    refusals: FOUND,
  },
  confirmStatementLine: {
    summary: 'Confirm that a line pays a transaction',
    refusals: CONFIRMED,
  },
  confirmStatementLines: {
    summary: 'Confirm that several lines pay a transaction together',
    description: 'It is settled with their sum, once. The answer is the first of the lines.',
    refusals: CONFIRMED,
  },
  putAwayStatementLine: {
    summary: 'Put a line away that pays no transaction',
    refusals: DECIDED,
  },
  undoStatementLine: {
    summary: 'Take the decision about a line back',
    refusals: DECIDED,
  },
};
