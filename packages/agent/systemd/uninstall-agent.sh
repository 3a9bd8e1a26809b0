#!/bin/sh
# Removes what the agent has left on this machine: daemons, interfaces, rules, routes, forwarding, state. Stop the agent first.
# Usage: sh uninstall-agent.sh STATE_DIRECTORY [RUNTIME_DIRECTORY]
set -u
state=${1:?"name the state directory of the agent, such as /var/lib/northlight"}
runtime=${2:-/run/northlight}

if [ -e "$state/wan/installer.json" ]; then
  echo 'The WAN had these settings before the agent managed it:'
  cat "$state/wan/installer.json"
fi

# Open vSwitch deletes its bridges itself when it is asked to.
if [ -S "$state/ovs/ovs-vswitchd.ctl" ]; then
  ovs-appctl -t "$state/ovs/ovs-vswitchd.ctl" exit --cleanup
fi

list_daemons() {
  for file in $(find "$state" "$runtime" -name '*.pid' 2> /dev/null); do
    read -r pid _ < "$file" || true
    # A pid may be in use by another program by now.
    case "$(cat "/proc/$pid/comm" 2> /dev/null)" in
      busybox | dnsmasq | hostapd | lldpd | ovs-vswitchd | ovsdb-server | pppd | udhcpc | wpa_supplicant) echo "$pid" ;;
    esac
  done
}
for pid in $(list_daemons); do kill "$pid"; done
tries=0
while [ -n "$(list_daemons)" ] && [ "$tries" -lt 100 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
for pid in $(list_daemons); do kill -9 "$pid"; done

for table in 'inet northlight' 'inet northlight_count' 'inet northlight_flow' 'bridge northlight'; do
  # shellcheck disable=SC2086
  nft delete table $table 2> /dev/null
done
for protocol in 156 157; do ip route flush proto "$protocol"; done

created='vlan[0-9]+|nlt[0-9]+p[0-9]+|nlmgmt|br-nl|ovs-netdev|nlbr[0-9]+|nlup[0-9]+|nlnat[0-9]+|nlw[0-9]+b[0-9]+|nlb0|nlmesh0|nlms[0-9]+|nlmg[0-9]+'
for device in $(ip -o link show | sed -nE "s/^[0-9]+: ($created)[:@].*/\1/p"); do
  ip link delete "$device" 2> /dev/null || iw dev "$device" del
done
# The agent keeps the setting from before it began to forward.
if [ -r "$state/ip-forward" ]; then
  cat "$state/ip-forward" > /proc/sys/net/ipv4/ip_forward
fi

rm -rf "$state" "$runtime"
program=$(cd "$(dirname "$0")" && pwd)
if [ "$program" = /usr/lib/northlight ]; then
  rm -rf "$program" /etc/systemd/system/northlight-agent.service
  systemctl daemon-reload 2> /dev/null || true
fi
