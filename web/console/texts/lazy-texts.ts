import { type Language, language } from './texts.ts';

type Loaders<T> = Readonly<Record<Language, () => Promise<{ readonly texts: T }>>>;

interface LazyTexts<T> {
  /** Loads them in the language of the console. */
  load(): Promise<void>;
  /** Returns them. Modules call it while they render. @throws Error before they are loaded. */
  texts(): T;
}

/** The texts of a part of the console that not everybody opens. @param name of the part, for the error. */
export function lazyTexts<T>(name: string, loaders: Loaders<T>): LazyTexts<T> {
  let loaded: T | undefined;
  return {
    async load() {
      loaded = (await loaders[language()]()).texts;
    },
    texts() {
      if (!loaded) throw new Error(`the texts of the ${name} are not loaded yet`);
      return loaded;
    },
  };
}
