export const POSTGRES_FUNCTIONS = [
  // A function that queries use, and that PostgreSQL does not have under the same name.
  `create function instr(whole text, part text) returns integer
    language sql immutable strict parallel safe return strpos(whole, part)`,
  // Makes the service run a command again.
  `create function run_again(reason text) returns void language plpgsql volatile as $$
    begin
      raise exception '%', reason using errcode = 'serialization_failure';
    end $$`,
];
