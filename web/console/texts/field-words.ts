/** The formatted parameters of a problem of a field. */
export type Params = Readonly<Record<string, string>>;

/** The texts for the codes of problems of fields. */
export type FieldWords = Readonly<Record<string, string | ((params: Params) => string)>>;
