import type { RequestContext } from '../http/surface.ts';
import { readLanguage } from './format.ts';
import { LANGUAGES, type Language } from './texts/texts.ts';

/** The language of ours that the browser would rather have. */
export function acceptedLanguage(ctx: RequestContext): Language {
  return readLanguage(ctx.acceptsLanguages(...LANGUAGES)) ?? LANGUAGES[0];
}
