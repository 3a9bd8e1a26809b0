import { TELL_NAME_SERVERS } from './name-servers.ts';
import { encodeInterface, encodePath, EncodingRefused } from './encode.ts';

/** PPPoE takes eight bytes of every frame. */
export const PPPOE_MTU = 1_492;
const LONGEST = 200;

/** One line, with every value as it may be written. */
export interface PppoeLine {
  /** `ppp-wan0`: the interface that it has while it is up. */
  readonly device: string;
  /** Words of pppd's file. */
  readonly user: string;
  readonly password: string;
  /** Its place in the configuration. */
  readonly path: string;
}

/** A word of pppd's file: in quotes, where only a quote and a backslash mean something. */
export function encodePppWord(text: string, path: string): string {
  if (text.length === 0 || text.length > LONGEST || !text.isWellFormed() || /\p{Cc}/u.test(text))
    throw new EncodingRefused(path, `text of 1 to ${LONGEST} characters`);
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

export interface LineSurroundings {
  readonly port: string;
  readonly service: string | undefined;
  readonly dns: readonly string[];
  readonly metric: number;
  /** All lines of the port, which share its traffic. */
  readonly devices: readonly string[];
  /** Without its ending, `-up` or `-down`. */
  readonly script: string;
  readonly resolvFile: string;
  /** Such files of all uplinks, in their order. */
  readonly resolvers: readonly string[];
  readonly logFile: string;
}

/** The file of one pppd; it holds the password and is for root alone. */
export function renderPppoe(line: PppoeLine, around: LineSurroundings): string {
  const { devices, dns, logFile, metric, port, resolvFile, resolvers, script, service } = around;
  const path = (file: string): string => encodePath(file, 'stateDir');
  return `${[
    'plugin pppoe.so',
    ...(service === undefined ? [] : [`rp_pppoe_service ${service}`]),
    `nic-${encodeInterface(port, line.path)}`,
    `ifname ${encodeInterface(line.device, line.path)}`,
    `user ${line.user}`,
    `password ${line.password}`,
    'hide-password',
    'noauth',
    'noipdefault',
    'nodefaultroute',
    'noipv6',
    'noaccomp',
    'nopcomp',
    'default-asyncmap',
    `mtu ${PPPOE_MTU}`,
    `mru ${PPPOE_MTU}`,
    ...(dns.length === 0 ? ['usepeerdns'] : []),
    // A line that goes is dialled again, for ever.
    'persist',
    'maxfail 0',
    'holdoff 5',
    'lcp-echo-interval 5',
    'lcp-echo-failure 3',
    'nodetach',
    `logfile ${path(logFile)}`,
    `ip-up-script ${path(script)}-up`,
    `ip-down-script ${path(script)}-down`,
    `set NORTHLIGHT_LINES="${devices.map((device) => encodeInterface(device, line.path)).join(' ')}"`,
    `set NORTHLIGHT_METRIC=${metric}`,
    `set NORTHLIGHT_DNS="${dns.join(' ')}"`,
    `set NORTHLIGHT_RESOLV=${path(resolvFile)}`,
    `set NORTHLIGHT_RESOLVERS="${resolvers.map(path).join(' ')}"`,
  ].join('\n')}\n`;
}

/**
 * What pppd calls when a line comes and goes, with what it has learned in its environment: a constant, in which no value
 * of a configuration ever stands. The default route goes by all lines that are up; one that goes is still there when its
 * script runs, and is left out by its name. The route of the last one goes with its interface: deleting it by a metric of
 * 0 would take that of the next WAN.
 */
export const PPPOE_SCRIPT = `#!/bin/sh
exec 9> "$NORTHLIGHT_RESOLV.lock"
flock 9
case "$0" in *down) gone="$1" ;; *) gone= ;; esac
hops=
for line in $NORTHLIGHT_LINES; do
  [ "$line" = "$gone" ] && continue
  ip -4 -o address show dev "$line" up 2> /dev/null | grep -q inet && hops="$hops nexthop dev $line"
done
set -- $hops
case $# in
  0) ;;
  3) ip -4 route replace default dev "$3" proto 156 metric "$NORTHLIGHT_METRIC" ;;
  *) ip -4 route replace default proto 156 metric "$NORTHLIGHT_METRIC" "$@" ;;
esac
if [ -z "$gone" ]; then
  : > "$NORTHLIGHT_RESOLV.new"
  for server in \${NORTHLIGHT_DNS:-$DNS1 $DNS2}; do echo "nameserver $server" >> "$NORTHLIGHT_RESOLV.new"; done
  mv "$NORTHLIGHT_RESOLV.new" "$NORTHLIGHT_RESOLV"
  ${TELL_NAME_SERVERS}
fi
exit 0
`;
