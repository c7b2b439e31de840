import type { z } from 'zod';
import { fields, flag } from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import { createAccountNames } from './account-names.ts';
import { content, fileBytes, fileTerms } from './files.ts';
import type { GivenFile } from './import-store.ts';
import { previewFile } from './preview.ts';
import { previewView, viewPreview } from './preview-views.ts';

type PreviewView = z.infer<typeof previewView>;

/** The new lines that cost one point to decide about. */
const DECIDED_PER_POINT = 100;

const cost = ({ lines, isDecided, newCount }: PreviewView) =>
  costOfItems(lines.length) + (isDecided ? Math.floor(newCount / DECIDED_PER_POINT) : 0);

/** Says what an import of a file of a bank would do. It keeps nothing. */
export const previewStatementFile = define({
  name: 'previewStatementFile',
  kind: 'command',
  isIdempotent: true,
  input: fields({ ...fileTerms, bytes: fileBytes }),
  output: previewView,
  cost,
  run: previewAndView,
});

/** Says what an import of a text would do. It keeps nothing. */
export const previewStatementText = define({
  name: 'previewStatementText',
  kind: 'command',
  isIdempotent: true,
  input: fields({ ...fileTerms, content, isPasted: flag.default(true) }),
  output: previewView,
  cost,
  run: (context, { content: given, ...terms }) =>
    previewAndView(context, { ...terms, bytes: new TextEncoder().encode(given) }),
});

/** Says what an import would do, for a caller that may import. */
export async function previewAndView(context: Context, given: GivenFile): Promise<PreviewView> {
  const { dependencies } = context;
  const preview = await previewFile(dependencies, given, context);
  return viewPreview(preview, createAccountNames(await dependencies.accounts.list()));
}
