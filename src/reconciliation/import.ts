import type { AuditOrigin } from '../audit/domain/audit.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { PayoutReport } from '../payouts/domain/payout-report.ts';
import { problemsOfReport } from '../payouts/domain/status-report.ts';
import { fileError, fileProblem } from './domain/file-problems.ts';
import type { StatementProblem } from './domain/statement.ts';
import { createAccountFinder, refuseUnknownAccount } from './find-account.ts';
import type { GivenFile, StagedPart, StatementFile } from './import-store.ts';
import { LineResolver } from './resolve-lines.ts';
import { hashOf, refuseAnotherAccount } from './same-file.ts';
import { isSameSurvey, type Survey, Surveyor, surveyFile } from './survey.ts';

const MAX_QUOTE = 40;

export interface ImportResult {
  readonly file: StatementFile;
  /** Whether the same bytes were imported before. */
  readonly isRepeat: boolean;
  /** The accounts of statements that were left out, as the file names them. */
  readonly skippedAccounts: readonly string[];
  /** What it has changed, if it is a bank's answer to a file of payouts. */
  readonly report: PayoutReport | null;
}

interface ImportOptions {
  readonly clientId: string | null;
  /** The person who uses that key; null for the command line and the watched folder. */
  readonly person?: string | null | undefined;
  readonly audit: AuditOrigin | undefined;
  /** Called with the number of lines stored so far. */
  readonly onProgress?: ((lineCount: number) => void) | undefined;
}

/**
 * Imports a file, either completely or not at all. It is read twice: first to find its statements and its problems,
 * then to store its lines. Importing the same bytes again changes nothing.
 * @throws ServiceError error_validation that names each problem of the file with its place; error_unavailable if
 * another import is under way.
 */
export async function importFile(
  { statements, runtime, db }: Pick<Dependencies, 'statements' | 'runtime' | 'db'>,
  given: GivenFile,
  { clientId, person, audit, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const { reading, imports } = statements;
  if (reading.formatOf(given) === 'pain002')
    return importReport({ statements, runtime, db }, given, { clientId, person, audit });
  const known = await db.read('listEveryAccount');
  refuseUnknownAccount(known, given.accountId);
  const isKnown = (await db.read('findImportedFile', hashOf(given))) !== undefined;
  const options = () => ({
    newId: runtime.newId,
    finder: createAccountFinder(known, given.accountId),
    skipsUnknown: given.skipUnknownAccounts ?? false,
  });
  const survey = isKnown ? undefined : await surveyFile(reading, given, options());
  refuseProblems(survey?.problems);
  const { skippedAccounts = [] } = survey ?? {};
  const id = runtime.newId();
  const begun = await imports.begin({
    id,
    name: given.name,
    sha256: hashOf(given, skippedAccounts),
    sizeBytes: given.bytes.byteLength,
    format: reading.formatOf(given),
    profileId: given.profileId ?? null,
    clientId,
    createdAtMs: runtime.nowMs(),
  });
  if (begun.kind === 'repeat') {
    await refuseAnotherAccount({ db, known }, given.accountId, begun.file.id);
    return { file: begun.file, isRepeat: true, skippedAccounts, report: null };
  }
  if (begun.kind === 'busy') throw anotherImport();
  if (!survey) {
    // The file was taken back after it was looked up.
    await imports.drop(id);
    return importFile({ statements, runtime, db }, given, { clientId, person, audit, onProgress });
  }
  try {
    const resolver = new LineResolver(runtime.newId, survey, imports);
    const surveyor = new Surveyor(options());
    let lineCount = 0;
    /** The batch that is stored while the next one is read. */
    let staging: Promise<number | undefined> = Promise.resolve(0);
    const stored = async () => {
      if ((await staging) === undefined) throw tookTooLong();
      onProgress?.(lineCount);
    };
    for await (const batch of reading.readKeyed(given)) {
      surveyor.add(batch);
      const part = toStage(await resolver.take(batch));
      await stored();
      staging = imports.stage(id, part);
      // This is awaited one batch later. Without this handler, a failure before that would be an unhandled rejection.
      staging.catch(() => {});
      lineCount += part.lineCount;
    }
    await stored();
    refuseAnotherReading(survey, surveyor.finish());
    const importer = importerOf({ clientId, person });
    const file = await imports.finish(id, { audit, importer });
    if (!file) throw tookTooLong();
    return { file, isRepeat: false, skippedAccounts, report: null };
  } catch (error) {
    // If the file cannot be removed now, it does not count, and blocks other imports only for a minute.
    await imports.drop(id).catch(() => undefined);
    throw error;
  }
}

/**
 * Imports a bank's answer to a file of payouts. It has no lines, and changes the payouts at once.
 * @throws ServiceError error_validation for a file with problems, or one that does not answer the file of a batch.
 */
async function importReport(
  { statements: { reading }, runtime, db }: Pick<Dependencies, 'statements' | 'runtime' | 'db'>,
  given: GivenFile,
  { clientId, person, audit }: ImportOptions,
): Promise<ImportResult> {
  const read = await reading.readReport(given);
  if (read.kind !== 'report') throw fileError(problemsOfReport(read));
  const nowMs = runtime.nowMs();
  const file = {
    id: runtime.newId(),
    name: given.name,
    sha256: hashOf(given),
    sizeBytes: given.bytes.byteLength,
    format: 'pain002',
    profileId: null,
    clientId,
    lineCount: 0,
    addedCount: 0,
    createdAtMs: nowMs,
  } as const;
  const outcome = await db.run('importPayoutReport', {
    file,
    report: read.report,
    importer: importerOf({ clientId, person }),
    nowMs,
    audit,
  });
  if (outcome.kind === 'same-exporter') throw sameExporter(outcome.batch.number);
  if (outcome.kind === 'unknown-batch')
    throw fileError([fileProblem('no_batch', null, read.report.originalMessageId.slice(0, MAX_QUOTE))]);
  const { kind, file: stored, report = null } = outcome;
  return { file: stored, isRepeat: kind === 'repeat', skippedAccounts: [], report };
}

function importerOf({ clientId, person }: Pick<ImportOptions, 'clientId' | 'person'>) {
  return clientId === null || !person ? null : { clientId, person };
}

/** Builds the error for an import by the exporter: it takes two people to release what was exported. */
function sameExporter(number: number): ServiceError {
  return new ServiceError(
    'not_authorized',
    `You have exported batch ${number}, and this answer refuses payouts of it. Another person has to import it.`,
  );
}

/** Returns what is to be stored of a part of a file. */
export function toStage({ begun, resolved }: Awaited<ReturnType<LineResolver['take']>>): StagedPart {
  return {
    statements: begun,
    lines: resolved.flatMap(({ staged, isNew }) => (isNew ? [staged] : [])),
    sightings: resolved.flatMap(({ staged: { statementId }, sameAs }) =>
      sameAs === null ? [] : [{ lineId: sameAs, statementId }],
    ),
    lineCount: resolved.length,
  };
}

/** @throws ServiceError error_validation if there are problems. */
function refuseProblems(problems: readonly StatementProblem[] = []): void {
  if (problems.length > 0) throw fileError(problems);
}

/** Refuses a second reading that differs from the survey, since a profile can change between the two. */
function refuseAnotherReading(survey: Survey, again: Survey): void {
  refuseProblems(again.problems);
  if (!isSameSurvey(survey, again))
    throw new ServiceError(
      'error_unavailable',
      'The file was read differently than a moment ago, for example because a profile was changed. Nothing was stored. Try again.',
    );
}

/** Builds the error for an import while another file is being imported, or loses its lines. */
export function anotherImport(): ServiceError {
  return new ServiceError('error_unavailable', 'Another file is being imported. Try again in a moment.');
}

function tookTooLong(): ServiceError {
  return new ServiceError(
    'error_unavailable',
    'The import was interrupted. Nothing of the file was kept. Try again.',
  );
}
