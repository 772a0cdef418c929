#!/usr/bin/env bash
# Switches the infrared lamp of an ONVIF camera: the auxiliary command tt:IRLamp|On, Off or Auto. The user and password
# stand in ~/.netrc, or in the file that NETRC names: machine 192.168.1.20 login USER password PASSWORD. For HTTPS let
# ONVIF_SCHEME be https. Not every camera has the command: then it says no.
#
#   pipelines/ir-lamp-onvif.sh 192.168.1.20 on|off|auto
#   lumascan scan --on-light-low 'pipelines/ir-lamp-onvif.sh 192.168.1.20 on' rtsp://192.168.1.20/stream1
set -euo pipefail
usage='usage: ir-lamp-onvif.sh HOST[:PORT] on|off|auto'
host=${1:?$usage}
case ${2:?$usage} in
    on) state=On ;;
    off) state=Off ;;
    auto) state=Auto ;;
    *) echo "$usage" >&2; exit 2 ;;
esac
device=http://www.onvif.org/ver10/device/wsdl
curl --silent --show-error --fail --max-time 5 --output /dev/null --anyauth \
    --netrc-file "${NETRC:-$HOME/.netrc}" \
    --header "Content-Type: application/soap+xml; charset=utf-8; action=\"$device/SendAuxiliaryCommand\"" \
    --data "<s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\"><s:Body>\
<d:SendAuxiliaryCommand xmlns:d=\"$device\"><d:AuxiliaryCommand>tt:IRLamp|$state</d:AuxiliaryCommand>\
</d:SendAuxiliaryCommand></s:Body></s:Envelope>" \
    "${ONVIF_SCHEME:-http}://$host/onvif/device_service"
