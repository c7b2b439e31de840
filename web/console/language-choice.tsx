import { chooseLanguage, LANGUAGES, type Language, language, texts } from './texts/texts.ts';

/** The choice of the language. Choosing another one reloads the console. */
export function LanguageChoice() {
  return (
    <label class="language">
      <span class="visually-hidden">{texts().shell.language}</span>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <path d="M1.5 8h13M8 1.5c4.5 4 4.5 9 0 13M8 1.5c-4.5 4-4.5 9 0 13" />
      </svg>
      <select value={language()} onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
