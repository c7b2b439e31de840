/** A payment page as a reader without scripts gets it. */
export interface ReadPage {
  readonly status: number;
  readonly html: string;
  /** The text of its main part: a line for each block, without hidden elements. */
  readonly text: string;
}

/** Elements that no reader sees, with their content. */
const HIDDEN = /<(script|style|svg|dialog|noscript)\b[\s\S]*?<\/\1>|<(\w+)[^>]* hidden>[\s\S]*?<\/\2>/g;
const ENDS_A_LINE = /<\/(?:p|h\d|dt|dd|button|summary|figcaption|span)>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Reads the page of a payment in a language. `path` is below the URL of the service. */
export async function readPaymentPage(
  { url }: { readonly url: string },
  path: string,
  language = 'en-GB',
): Promise<ReadPage> {
  const response = await fetch(url + path, { headers: { accept: 'text/html', 'accept-language': language } });
  const html = await response.text();
  return { status: response.status, html, text: wordsIn(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '') };
}

/** The words of markup. */
function wordsIn(markup: string): string {
  return markup
    .replaceAll(HIDDEN, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(ENDS_A_LINE, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
}
