import { ALL_VLANS, type Capabilities, type Feature, type PortCapability } from '../device-protocol/index.ts';
import { type RuleViolation, createViolation } from '../kit/violation.ts';
import { isInSubnet, isHostOf, parseIpv4, getSubnet } from '../net/index.ts';
import { checkMesh, type MeshScope } from './mesh-rules.ts';
import { listEffectivePorts } from './port-defaults.ts';
import type { DeviceSettings, PortSetting } from './schema.ts';

/** Facts against which a device's settings are checked. */
export interface SettingsScope {
  readonly caps: Capabilities;
  /** Addresses of the gateway, which other devices may not use as management address. */
  readonly lanAddresses: readonly string[];
  /** Mesh nodes of the project; present for a secondary node only. */
  readonly mesh?: MeshScope | undefined;
}

export const NO_PORT_SETTINGS = 'This model has no port settings.';
export const STP_AND_MIRROR = 'Spanning tree and port mirroring cannot both be on. Turn one of them off.';
const HALF_DUPLEX_MAX_MBPS = 100;

/** Checks all rules on a device's own settings (specification §3 and §5); returns every violation. */
export function checkDeviceSettings(settings: DeviceSettings, scope: SettingsScope): RuleViolation[] {
  return [
    ...checkFeatures(settings, scope),
    ...checkPorts(settings, scope),
    ...checkLags(settings, scope),
    ...checkMirror(settings, scope),
    ...checkManagement(settings, scope),
    ...checkMesh(settings, scope.mesh),
  ];
}

function checkFeatures(settings: DeviceSettings, { caps }: SettingsScope): RuleViolation[] {
  const needs: readonly (readonly [keyof DeviceSettings, Feature, string])[] = [
    ['ports', 'port-mode', NO_PORT_SETTINGS],
    ['lags', 'lag', 'This model cannot aggregate ports.'],
    ['spanningTree', 'spanning-tree', 'This model has no spanning tree.'],
    ['mirror', 'mirror', 'This model cannot mirror ports.'],
    ['management', 'management-ip', 'The management IP of this model cannot be set.'],
  ];
  return needs
    .filter(([part, feature]) => isSet(settings[part]) && !caps.features.includes(feature))
    .map(([part, , message]) => createViolation(part, 'unsupportedFeature', message));
}

const isSet = (part: DeviceSettings[keyof DeviceSettings]): boolean =>
  Array.isArray(part) ? part.length > 0 : part !== undefined;

function checkPorts({ ports = [] }: DeviceSettings, { caps }: SettingsScope): RuleViolation[] {
  return ports.flatMap((port, index, all) => {
    const at = (field: string) => `ports.${index}.${field}`;
    const known = caps.ports.find(({ id }) => id === port.id);
    if (!known) return [createViolation(at('id'), 'portUnknown')];
    if (all.slice(0, index).some(({ id }) => id === port.id))
      return [
        createViolation(
          at('id'),
          'invalidParameters',
          `Port ${known.label} is listed twice. Remove one of the two.`,
        ),
      ];
    return [...checkPortVlans(port, at), ...checkPortHardware(port, known, caps, at)];
  });
}

/**
 * Checks that no VLAN is both tagged and untagged, and that the PVID is not tagged (specification §5, VLAN).
 */
function checkPortVlans(port: PortSetting, at: (field: string) => string): RuleViolation[] {
  const found: RuleViolation[] = [];
  const tagged = port.tagged === ALL_VLANS ? [] : port.tagged;
  if (port.mode === 'access' && (port.tagged === ALL_VLANS || tagged.length > 0))
    found.push(
      createViolation(
        at('tagged'),
        'invalidParameters',
        'An access port carries no tagged VLAN. Remove the tagged VLANs or change the mode.',
      ),
    );
  if (port.mode !== 'hybrid' && port.untagged.length > 0)
    found.push(
      createViolation(
        at('untagged'),
        'invalidParameters',
        'Only a hybrid port has further untagged VLANs. Remove them or change the mode.',
      ),
    );
  if (tagged.includes(port.pvid))
    found.push(
      createViolation(
        at('tagged'),
        'invalidParameters',
        'A tagged VLAN must differ from the PVID. Remove it or change the PVID.',
      ),
    );
  const both = port.untagged.find((id) => tagged.includes(id));
  if (both !== undefined)
    found.push(
      createViolation(
        at('untagged'),
        'invalidParameters',
        `VLAN ${both} is both tagged and untagged. Choose one of the two.`,
      ),
    );
  for (const field of ['tagged', 'untagged'] as const) {
    const list = field === 'tagged' ? tagged : port.untagged;
    if (new Set(list).size !== list.length)
      found.push(
        createViolation(at(field), 'invalidParameters', 'A VLAN is listed twice. Remove one of the two.'),
      );
  }
  return found;
}

function checkPortHardware(
  port: PortSetting,
  known: PortCapability,
  { features }: Capabilities,
  at: (field: string) => string,
): RuleViolation[] {
  const found: RuleViolation[] = [];
  const refuse = (field: string, message: string) =>
    found.push(createViolation(at(field), 'unsupportedFeature', message));
  const speeds = features.includes('port-speed') ? (known.speedsMbps ?? []) : [];
  if (port.speedMbps !== 0 && !speeds.includes(port.speedMbps))
    refuse('speedMbps', `${known.label} cannot be fixed at ${port.speedMbps} Mbit/s.`);
  if (
    port.duplex === 'half' &&
    (known.type === 'sfp' || port.speedMbps === 0 || port.speedMbps > HALF_DUPLEX_MAX_MBPS)
  )
    refuse('duplex', 'Half duplex needs an electrical port at a fixed speed of 10 or 100 Mbit/s.');
  if (port.eee && (known.type !== 'electrical' || !features.includes('port-eee')))
    refuse('eee', `${known.label} has no energy-efficient Ethernet.`);
  if (port.poe === true && !known.poe) refuse('poe', `${known.label} does not support PoE.`);
  const limited = port.ingressKbps !== undefined ? 'ingressKbps' : 'egressKbps';
  if ((port.ingressKbps ?? port.egressKbps) !== undefined && !features.includes('port-rate'))
    refuse(limited, 'This model cannot limit the rate of a port.');
  return found;
}

function checkLags(settings: DeviceSettings, { caps }: SettingsScope): RuleViolation[] {
  const { lags = [] } = settings;
  const { lags: most = 8, lagPorts = 8 } = caps.limits;
  const ports = new Map(listEffectivePorts(caps, settings).map((port) => [port.id, port] as const));
  const owners = new Map<string, string>();
  const found: RuleViolation[] = [];
  if (lags.length > most)
    found.push(
      createViolation(
        'lags',
        'invalidParameters',
        `The limit of ${most} aggregations is reached. Remove one first.`,
      ),
    );
  for (const [index, lag] of lags.entries()) {
    const at = `lags.${index}.ports`;
    if (lags.slice(0, index).some(({ id }) => id === lag.id))
      found.push(
        createViolation(
          `lags.${index}.id`,
          'invalidParameters',
          `${lag.id} is listed twice. Remove one of the two.`,
        ),
      );
    if (lag.ports.length > lagPorts)
      found.push(
        createViolation(
          at,
          'invalidParameters',
          `The limit of ${lagPorts} ports in an aggregation is reached. Remove one first.`,
        ),
      );
    for (const port of lag.ports) {
      const owner = owners.get(port);
      if (!ports.has(port))
        found.push(
          createViolation(at, 'portUnknown', `The device has no port ${port}. Choose an existing port.`),
        );
      if (owner !== undefined)
        found.push(
          createViolation(
            at,
            'invalidParameters',
            `Port ${port} already belongs to ${owner}. Choose another port.`,
          ),
        );
      owners.set(port, lag.id);
    }
    if (!areAlike(lag.ports, ports, caps))
      found.push(
        createViolation(
          at,
          'invalidParameters',
          'The ports of the aggregation differ. Choose ports of one kind with the same state, speed, duplex, mode and VLANs.',
        ),
      );
  }
  return found;
}

function areAlike(
  ids: readonly string[],
  ports: ReadonlyMap<string, PortSetting>,
  { ports: known }: Capabilities,
): boolean {
  const seen = ids.map((id) => {
    const port = ports.get(id);
    const hardware = known.find((each) => each.id === id);
    if (!port || !hardware) return '';
    const { duplex, enabled, mode, pvid, speedMbps, tagged, untagged } = port;
    return JSON.stringify([
      hardware.type,
      hardware.maxSpeedMbps,
      duplex,
      enabled,
      mode,
      pvid,
      speedMbps,
      tagged,
      untagged,
    ]);
  });
  return new Set(seen).size <= 1;
}

function checkMirror(
  { lags = [], mirror, spanningTree }: DeviceSettings,
  { caps }: SettingsScope,
): RuleViolation[] {
  if (!mirror) return [];
  const found: RuleViolation[] = [];
  if (spanningTree?.enabled === true)
    found.push(createViolation('mirror', 'routerModeConflict', STP_AND_MIRROR));
  const known = (id: string) => caps.ports.some((port) => port.id === id);
  if (!known(mirror.target)) found.push(createViolation('mirror.target', 'portUnknown'));
  if (lags.some(({ ports }) => ports.includes(mirror.target)))
    found.push(
      createViolation(
        'mirror.target',
        'invalidParameters',
        'A member port of a link aggregation cannot be the mirror target. Choose another port.',
      ),
    );
  for (const [index, { port }] of mirror.sources.entries()) {
    const at = `mirror.sources.${index}.port`;
    if (!known(port)) found.push(createViolation(at, 'portUnknown'));
    if (port === mirror.target)
      found.push(
        createViolation(at, 'invalidParameters', 'The source port is also the target. Choose another port.'),
      );
    if (mirror.sources.slice(0, index).some((other) => other.port === port))
      found.push(
        createViolation(at, 'invalidParameters', `Port ${port} is listed twice. Remove one of the two.`),
      );
  }
  return found;
}

function checkManagement({ management }: DeviceSettings, { lanAddresses }: SettingsScope): RuleViolation[] {
  if (management?.mode !== 'static') return [];
  const [ip, gateway] = [parseIpv4(management.ip), parseIpv4(management.gateway)];
  if (ip === undefined || gateway === undefined) return [];
  const found: RuleViolation[] = [];
  if (lanAddresses.some((address) => parseIpv4(address) === ip))
    found.push(createViolation('management.ip', 'managementIpConflict'));
  if (!isHostOf(ip, management.prefix)) found.push(createViolation('management.ip', 'hostPartInvalid'));
  const { prefix } = management;
  if (gateway === ip || !isInSubnet(gateway, getSubnet(ip, prefix)) || !isHostOf(gateway, prefix))
    found.push(
      createViolation(
        'management.gateway',
        'wanGatewayOutside',
        'The gateway must be another host in the network of the management IP.',
      ),
    );
  if (
    management.dns.length === 2 &&
    parseIpv4(management.dns[0] ?? '') === parseIpv4(management.dns[1] ?? '')
  )
    found.push(createViolation('management.dns.1', 'dnsSame'));
  return found;
}
