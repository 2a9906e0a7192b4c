#!/bin/sh
# greenwave COMMAND: runs a command with the Node of this release. Root runs the commands that work on the data folder
# as the account of the service, with the settings of the service; everybody else with the settings of the environment.
set -eu
release=$(dirname "$(dirname "$(readlink -f "$0")")")
node=$release/bin/node
[ -x "$node" ] || node=node
settings=/etc/greenwave/greenwave.env

case ${1-} in
  admin | backup | restore | doctor | accept-loss)
    if [ "$(id -u)" -eq 0 ] && [ -f "$settings" ] && id greenwave >/dev/null 2>&1; then
      export GREENWAVE_DATA_DIR="${GREENWAVE_DATA_DIR-/var/lib/greenwave}"
      exec runuser -u greenwave -- "$node" "--env-file=$settings" "$release/scripts/greenwave.mjs" "$@"
    fi
    ;;
esac
exec "$node" "$release/scripts/greenwave.mjs" "$@"
