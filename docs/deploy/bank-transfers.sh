#!/bin/sh
# /usr/local/bin/bank-transfers: the command line with the settings of the unit. Only root can read them.
# Variables of the caller win, such as DATABASE_URL for a restored database.
given=" $(env | sed -n 's/^\([A-Za-z0-9_]*\)=.*/\1/p' | tr '\n' ' ')"
# A shell would read `&`, `$` and `#` of a value as its own: the lines are read as systemd reads them.
while read -r line || [ -n "$line" ]; do
  name=${line%%=*} value=${line#*=}
  case $line in [\#\;]* | "$name") continue ;; esac
  case $value in
    \'*\') value=${value#?} value=${value%?} ;;
    *\\*) echo "bank-transfers: $name in /etc/bank-transfers.env has a backslash outside of single quotes" >&2 && exit 2 ;;
    \"*\") value=${value#?} value=${value%?} ;;
  esac
  case $given in *" $name "*) ;; *) export "$name=$value" ;; esac
done </etc/bank-transfers.env || exit 2
export DATABASE_URL="${DATABASE_URL-/var/lib/bank-transfers/bank-transfers.db}" NODE_ENV=production
[ -n "$DATABASE_URL" ] || { echo 'bank-transfers: DATABASE_URL is empty' >&2 && exit 2; }
exec /usr/bin/node /opt/bank-transfers/node_modules/bank-transfers/dist/src/cli.js "$@"
