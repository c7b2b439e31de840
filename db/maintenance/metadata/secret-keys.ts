/** The metadata that holds the id of the key that every stored secret is sealed with. */
export const MASTER_KEY_ID = 'master_key_id';
/** The metadata that holds the id of the key that secrets are being re-sealed with; absent at other times. */
export const NEXT_MASTER_KEY_ID = 'master_key_id_next';
