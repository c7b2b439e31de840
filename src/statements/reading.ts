import { ServiceError } from '../kernel/errors.ts';
import type { StatusReading } from '../payouts/domain/status-report.ts';
import { fileProblem } from '../reconciliation/domain/file-problems.ts';
import { type ProblemPart, READ_LIMITS } from '../reconciliation/domain/statement.ts';
import type { GivenFile, StatementFormat, StatementReading } from '../reconciliation/import-store.ts';
import { MAX_PREVIEWS } from '../reconciliation/limits.ts';
import { detectFormat } from './detect.ts';
import { otherKindOf } from './other-kinds.ts';
import { type ProfileCatalog, parseProfile } from './profile-catalog.ts';
import { GENERIC_PROFILE } from './profiles/index.ts';
import type { BankProfile } from './profiles/profile.ts';
import { problemPart } from './read-failure.ts';
import { readFile } from './read-file.ts';
import type { PartKind, PartOf } from './thread-messages.ts';

/** The time limit for one file. */
const TIME_LIMIT_MS = 60_000;
/** The files that a process reads at once, each in a thread: all previews, and an import. */
const MAX_THREADS = MAX_PREVIEWS + 1;

interface ReadingOptions {
  /** The currency of pasted lines that name none. */
  readonly currency: string;
  readonly profiles: Pick<ProfileCatalog, 'listDetected'>;
}

/** Reads files of banks, each in a separate thread. */
export function createStatementReading({ currency, profiles }: ReadingOptions): StatementReading {
  let readingCount = 0;
  let isClosed = false;
  const refuseClosed = () => {
    if (isClosed)
      throw new ServiceError(
        'error_unavailable',
        'The service is stopping. Send the file again in a moment.',
      );
  };
  return {
    formatOf,
    close() {
      isClosed = true;
    },
    read: (file) => read(file, 'plain'),
    readKeyed: (file) => read(file, 'keyed'),
    readReport,
  };

  async function readReport(file: GivenFile): Promise<StatusReading> {
    for await (const parts of read(file, 'report'))
      for (const part of parts) {
        if (part.kind === 'report') return part.reading;
        return { kind: 'problems', problems: [part.problem] };
      }
    throw new Error('reading the answer of a bank has ended without a result');
  }

  async function* read<W extends PartKind>(
    file: GivenFile,
    wanted: W,
  ): AsyncGenerator<readonly PartOf<W>[], void, void> {
    refuseClosed();
    if (readingCount >= MAX_THREADS)
      throw new ServiceError('error_unavailable', 'Other files are being read. Try again in a moment.');
    readingCount += 1;
    try {
      for await (const batch of readOne(file, wanted)) {
        refuseClosed();
        yield batch;
      }
    } finally {
      readingCount -= 1;
    }
  }

  async function* readOne<W extends PartKind>(
    file: GivenFile,
    wanted: W,
  ): AsyncGenerator<readonly PartOf<W>[], void, void> {
    const detected = await profiles.listDetected();
    const candidates = chooseProfiles(file, detected);
    if (!candidates) {
      yield [unknownProfile(detected)];
      return;
    }
    const format = formatOf(file);
    const refusal = refusalOf(file.bytes);
    if (refusal) {
      yield [refusal];
      return;
    }
    const read = { bytes: file.bytes, format, profiles: candidates, generic: GENERIC_PROFILE, currency };
    yield* readFile(read, { limits: READ_LIMITS, timeLimitMs: TIME_LIMIT_MS, wanted });
  }
}

function formatOf({ bytes, isPasted }: Pick<GivenFile, 'bytes' | 'isPasted'>): StatementFormat {
  const detected = detectFormat(bytes);
  if (detected === 'table' || detected === 'old-excel') return isPasted ? 'pasted' : 'csv';
  return detected;
}

/** The profiles among which the header of a table decides; undefined for a chosen one that does not exist. */
function chooseProfiles(
  { profile, profileId }: GivenFile,
  detected: readonly BankProfile[],
): readonly BankProfile[] | undefined {
  if (!profile && profileId === undefined) return detected;
  const chosen = profile
    ? parseProfile(profile.json)
    : [...detected, GENERIC_PROFILE].find(({ id }) => id === profileId);
  return chosen && [chosen];
}

function unknownProfile(detected: readonly BankProfile[]): ProblemPart {
  const ids = [...detected, GENERIC_PROFILE].map(({ id }) => id).join(', ');
  return problemPart(fileProblem('unknown_profile', null, ids));
}

/** The problem of a file that no reader reads. */
function refusalOf(bytes: Uint8Array): ProblemPart | undefined {
  if (detectFormat(bytes) === 'old-excel') return problemPart(fileProblem('old_excel', null));
  const found = otherKindOf(bytes);
  return found && problemPart(found);
}
