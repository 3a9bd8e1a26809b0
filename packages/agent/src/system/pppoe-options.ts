import { UPDATE_NAME_SERVERS } from './name-servers.ts';
import { encodeInterface, encodePath, EncodingRefused } from './encode.ts';

/** Maximum size of a packet: the PPPoE header takes 8 of 1,500 bytes. */
export const PPPOE_MTU = 1_492;
const LONGEST = 200;

/** A PPPoE line with all values encoded. */
export interface PppoeLine {
  /** Interface name while the line is up, such as `ppp-wan0`. */
  readonly device: string;
  /** User name, quoted for pppd's options file like `password`. */
  readonly user: string;
  readonly password: string;
  /** Path of the line in the configuration. */
  readonly path: string;
}

/** Quotes text for pppd's options file, where only quotes and backslashes need escaping. */
export function encodePppArgument(text: string, path: string): string {
  if (text.length === 0 || text.length > LONGEST || !text.isWellFormed() || /\p{Cc}/u.test(text))
    throw new EncodingRefused(path, `text of 1 to ${LONGEST} characters`);
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

export interface LineContext {
  readonly port: string;
  readonly service: string | undefined;
  readonly dns: readonly string[];
  readonly metric: number;
  /** Interface names of all PPPoE lines on the port. The default route uses all of them that are up. */
  readonly devices: readonly string[];
  /** Path of the script without its suffix `-up` or `-down`. */
  readonly script: string;
  readonly resolvFile: string;
  /** Name server files of all uplinks, in order of preference. */
  readonly resolvers: readonly string[];
  readonly logFile: string;
}

/** Renders the options file of a pppd. The file contains the password, so only root may read it. */
export function renderPppoe(line: PppoeLine, context: LineContext): string {
  const { devices, dns, logFile, metric, port, resolvFile, resolvers, script, service } = context;
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
    // Redials a lost line without a limit.
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
 * Script that pppd calls when a line goes up or down, with its data in the environment. The script is a
 * constant without configured values. The default route uses all lines that are up. A line that goes down
 * still exists while its script runs, so the script excludes it by name. The route of the last line
 * disappears with its interface: deleting it by metric 0 could delete the route of the next WAN.
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
  ${UPDATE_NAME_SERVERS}
fi
exit 0
`;
