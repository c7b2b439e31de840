/** The parameters of a problem of a field, as they are shown. */
export type Params = Readonly<Record<string, string>>;

/** The words for the codes of the service's problems of fields. */
export type FieldWords = Readonly<Record<string, string | ((params: Params) => string)>>;
