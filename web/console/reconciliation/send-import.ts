import { type Failure, failureOf } from '../../../src/client/failure.ts';
import type { WithoutErrors } from '../../../src/client/graphql-client.ts';
import type { Session } from '../session/session.ts';
import {
  ImportTextDocument,
  type ImportTextMutation,
  type PreviewFieldsFragment,
  PreviewTextDocument,
} from './gql/graphql.ts';

/** The result of an import. */
export type Imported = WithoutErrors<ImportTextMutation>['importStatementText'];
/** The result that an import would have. */
export type Preview = PreviewFieldsFragment;

/** The source of an import: a file, or lines that were copied. */
export interface Source {
  readonly name: string;
  readonly content: File | string;
  /** Empty for the account that the file names. */
  readonly accountId: string;
  /** Empty for the profile whose columns match. */
  readonly profileId: string;
  readonly skipUnknownAccounts: boolean;
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: Failure['error'];
  readonly status: number;
}

/** Imports a file, or lines that were copied. @throws errors that `problemOf` can convert. */
export async function sendImport(session: Session, source: Source): Promise<Imported> {
  const { name, content } = source;
  if (typeof content !== 'string') return sendBytes(session, '/v1/statements', { ...source, content });
  return (await session.request(ImportTextDocument, { name, content, ...termsOf(source) }))
    .importStatementText;
}

/** Previews an import. @throws errors that `problemOf` can convert. */
export async function sendPreview(session: Session, source: Source): Promise<Preview> {
  const { name, content } = source;
  if (typeof content !== 'string')
    return sendBytes(session, '/v1/statements/preview', { ...source, content });
  return (await session.request(PreviewTextDocument, { name, content, ...termsOf(source) }))
    .previewStatementText;
}

function termsOf({ accountId, profileId, skipUnknownAccounts }: Source) {
  return {
    ...(accountId !== '' && { accountId }),
    ...(profileId !== '' && { profileId }),
    ...(skipUnknownAccounts && { skipUnknownAccounts }),
  };
}

async function sendBytes<T>(
  session: Session,
  path: string,
  source: Source & { readonly content: File },
): Promise<T> {
  const query = new URLSearchParams({ name: source.name });
  for (const [name, value] of Object.entries(termsOf(source))) query.set(name, String(value));
  const bytes = new Uint8Array(await source.content.arrayBuffer());
  const response = await session.sendFile(`${path}?${query}`, bytes);
  const { data, error, status }: Answer<T> = await response.json();
  if (data) return data;
  throw Object.assign(new Error(error?.message), { data: { code: error?.type, error, status } });
}

/** A problem of a file, with its place. */
export interface FileProblem {
  /** The place as the service names it; undefined for the whole file. */
  readonly place?: string | null;
  /** The code of the problem, from which another language makes its sentence. */
  readonly reason: string;
  /** The parts of the file that its sentence names. */
  readonly values: readonly string[];
  /** In English. */
  readonly message: string;
}

/** Returns the problems of a file that was refused, in the order of the file. */
export function fileProblemsOf(error: unknown): readonly FileProblem[] {
  const fields = failureOf(error)?.error.fields ?? [];
  return fields
    .filter(({ path }) => path === 'file')
    .map(({ params: { place = '', reason = '', values = [] }, message }) => ({
      place: String(place) || null,
      reason: String(reason),
      values: [values].flat().map(String),
      message: message.replace(place === '' ? 'file: ' : `file, ${place}: `, ''),
    }));
}
