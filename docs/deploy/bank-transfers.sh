#!/bin/sh
# /usr/local/bin/bank-transfers: the command line with the settings of the unit. Only root can read them.
set -a
. /etc/bank-transfers.env
NODE_ENV=production
DATABASE_URL=${DATABASE_URL:-/var/lib/bank-transfers/bank-transfers.db}
exec /usr/bin/node /opt/bank-transfers/node_modules/bank-transfers/dist/src/cli.js "$@"
