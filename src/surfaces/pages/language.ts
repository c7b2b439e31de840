import type { RequestContext } from '../../http/surface.ts';
import { readLanguage } from './format.ts';
import { LANGUAGES, type Language } from './texts/texts.ts';

/** The supported language that the browser prefers. */
export function acceptedLanguage(ctx: RequestContext): Language {
  return readLanguage(ctx.acceptsLanguages(...LANGUAGES)) ?? LANGUAGES[0];
}
