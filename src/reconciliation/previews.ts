import type { z } from 'zod';
import { EXAMPLE_IDS, EXAMPLE_LINES } from '../operations/examples.ts';
import { fields } from '../operations/fields.ts';
import { type Call, costOfItems, operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { createAccountNames } from './account-names.ts';
import { fileBytes, fileTerms, textTerms } from './files.ts';
import type { GivenFile } from './import-store.ts';
import { previewFile } from './preview.ts';
import { previewView, viewPreview } from './preview-views.ts';

type PreviewView = z.infer<typeof previewView>;

/** How many new lines can be decided about for one point of cost. */
const DECIDED_PER_POINT = 100;

const cost = ({ lines, isDecided, newCount }: PreviewView) =>
  costOfItems(lines.length) + (isDecided ? Math.floor(newCount / DECIDED_PER_POINT) : 0);

export const previewStatementFile = operation({
  name: 'previewStatementFile',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Say what an import of a file would do',
  description: 'The body is the file. Nothing is kept.',
  isIdempotent: true,
  input: fields({ ...fileTerms, bytes: fileBytes }),
  output: previewView,
  example: { name: '2026-11-21.xml' },
  cost,
  run: previewAndView,
});

export const previewStatementText = operation({
  name: 'previewStatementText',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Say what an import of a text would do',
  isIdempotent: true,
  input: fields({ ...fileTerms, ...textTerms }),
  output: previewView,
  example: { name: '21 November', content: EXAMPLE_LINES, accountId: EXAMPLE_IDS.accountId },
  cost,
  run: (context, { content: given, ...terms }) =>
    previewAndView(context, { ...terms, bytes: new TextEncoder().encode(given) }),
});

/** Shows what an import would do, for a caller who is allowed to import. */
export async function previewAndView(context: Call, given: GivenFile): Promise<PreviewView> {
  const { dependencies } = context;
  const preview = await previewFile(dependencies, given, context);
  return viewPreview(preview, createAccountNames(await dependencies.db.read('listEveryAccount')));
}
