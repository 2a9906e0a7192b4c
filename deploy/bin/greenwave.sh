#!/bin/sh
# greenwave COMMAND: runs a command with the Node of this release. For root, the commands that work on the data folder
# have the settings of the service, and run as its account; `upgrade` and `setup` start as root. Everybody else has the settings
# of the environment.
set -eu
release=$(dirname "$(dirname "$(readlink -f "$0")")")
node=$release/bin/node
[ -x "$node" ] || node=node
settings=/etc/greenwave/greenwave.env

if [ "$(id -u)" -eq 0 ] && [ -f "$settings" ] && id greenwave >/dev/null 2>&1; then
  case ${1-} in
    setup) export GREENWAVE_DATA_DIR="${GREENWAVE_DATA_DIR-/var/lib/greenwave}" ;;
    serve | admin | backup | backup-test | restore | doctor | accept-loss | upgrade)
      export GREENWAVE_DATA_DIR="${GREENWAVE_DATA_DIR-/var/lib/greenwave}"
      set -- "$node" "--env-file=$settings" "$release/scripts/greenwave.mjs" "$@"
      [ "$4" = upgrade ] || set -- runuser -u greenwave -- "$@"
      exec "$@"
      ;;
  esac
fi
exec "$node" "$release/scripts/greenwave.mjs" "$@"
