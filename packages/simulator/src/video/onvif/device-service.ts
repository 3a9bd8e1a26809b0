import { isIPv4 } from 'node:net';
import { type Addresses, PATHS } from './addresses.ts';
import type { CameraState } from './camera-state.ts';
import { NAMESPACES } from './namespaces.ts';
import {
  administrator,
  type OnvifService,
  type Operation,
  reader,
  requireInteger,
  requireText,
} from './operations.ts';
import { invalidArgument, type SoapRequest } from './soap.ts';
import { createScopes } from './scopes.ts';
import { type Markup, xml, type XmlElement } from './xml.ts';

const { tds, tt } = NAMESPACES;
const INTERFACE = 'eth0';

export interface DeviceServiceParts {
  readonly state: CameraState;
  readonly addresses: Addresses;
  /** All services of the camera. */
  readonly services: () => readonly OnvifService[];
  /** Begins a reboot and returns the message of its answer. */
  readonly reboot: () => string;
}

/** The device management service, `ver10/device/wsdl`. */
export function createDeviceService(parts: DeviceServiceParts): OnvifService {
  const { addresses, reboot, services, state } = parts;
  const { options } = state;
  return {
    namespace: tds,
    path: PATHS.device,
    version: [21, 12],
    operations: {
      ...createClockOperations(state),
      ...createNetworkOperations(state),
      GetDeviceInformation: reader(
        () => xml`<tds:GetDeviceInformationResponse>
          <tds:Manufacturer>${options.manufacturer}</tds:Manufacturer>
          <tds:Model>${options.model}</tds:Model>
          <tds:FirmwareVersion>${options.firmwareVersion}</tds:FirmwareVersion>
          <tds:SerialNumber>${options.serialNumber}</tds:SerialNumber>
          <tds:HardwareId>${options.model}</tds:HardwareId>
        </tds:GetDeviceInformationResponse>`,
      ),
      GetServices: reader(
        () =>
          xml`<tds:GetServicesResponse>${services().map(
            ({ namespace, path, version: [major, minor] }) => xml`<tds:Service>
            <tds:Namespace>${namespace}</tds:Namespace>
            <tds:XAddr>${addresses.http(path)}</tds:XAddr>
            <tds:Version><tt:Major>${major}</tt:Major><tt:Minor>${minor}</tt:Minor></tds:Version>
          </tds:Service>`,
          )}</tds:GetServicesResponse>`,
      ),
      GetCapabilities: reader(({ operation }) => writeCapabilities(parts, operation)),
      GetServiceCapabilities: reader(writeServiceCapabilities),
      GetScopes: reader(
        () =>
          xml`<tds:GetScopesResponse>${createScopes(options).map(
            ({ fixed, item }) => xml`<tds:Scopes>
            <tt:ScopeDef>${fixed ? 'Fixed' : 'Configurable'}</tt:ScopeDef>
            <tt:ScopeItem>${item}</tt:ScopeItem>
          </tds:Scopes>`,
          )}</tds:GetScopesResponse>`,
      ),
      GetUsers: administrator(
        () =>
          xml`<tds:GetUsersResponse>${options.users.map(
            ({ level, username }) => xml`<tds:User>
            <tt:Username>${username}</tt:Username>
            <tt:UserLevel>${level}</tt:UserLevel>
          </tds:User>`,
          )}</tds:GetUsersResponse>`,
      ),
      SystemReboot: administrator(
        () =>
          xml`<tds:SystemRebootResponse><tds:Message>${reboot()}</tds:Message></tds:SystemRebootResponse>`,
      ),
    },
  };
}

const CATEGORIES = ['All', 'Device', 'Events', 'Imaging', 'Media', 'Analytics', 'PTZ'];

function writeCapabilities(
  { addresses, services, state }: DeviceServiceParts,
  operation: XmlElement,
): Markup {
  const asked = operation.children.filter((child) => child.isNamed(tds, 'Category')).map(({ text }) => text);
  for (const category of asked) {
    if (!CATEGORIES.includes(category))
      throw invalidArgument('ter:NoSuchService', `The category ${category} is unknown.`);
  }
  const all = asked.length === 0 || asked.includes('All');
  const include = (category: string, part: Markup): Markup =>
    all || asked.includes(category) ? part : xml``;
  const address = (path: string): Markup => xml`<tt:XAddr>${addresses.http(path)}</tt:XAddr>`;
  const has = (namespace: string): boolean => services().some((service) => service.namespace === namespace);
  const recording = has(NAMESPACES.trc)
    ? xml`<tt:Extension>
        <tt:Recording>${address(PATHS.recording)}<tt:ReceiverSource>false</tt:ReceiverSource><tt:MediaProfileSource>true</tt:MediaProfileSource><tt:DynamicRecordings>false</tt:DynamicRecordings><tt:DynamicTracks>false</tt:DynamicTracks><tt:MaxStringLength>64</tt:MaxStringLength></tt:Recording>
        <tt:Search>${address(PATHS.search)}<tt:MetadataSearch>false</tt:MetadataSearch></tt:Search>
        <tt:Replay>${address(PATHS.replay)}</tt:Replay>
      </tt:Extension>`
    : xml``;
  return xml`<tds:GetCapabilitiesResponse><tds:Capabilities>
    ${include(
      'Device',
      xml`<tt:Device>
        ${address(PATHS.device)}
        <tt:Network><tt:IPFilter>false</tt:IPFilter><tt:ZeroConfiguration>false</tt:ZeroConfiguration><tt:IPVersion6>false</tt:IPVersion6><tt:DynDNS>false</tt:DynDNS></tt:Network>
        <tt:System>
          <tt:DiscoveryResolve>false</tt:DiscoveryResolve><tt:DiscoveryBye>true</tt:DiscoveryBye><tt:RemoteDiscovery>false</tt:RemoteDiscovery>
          <tt:SystemBackup>false</tt:SystemBackup><tt:SystemLogging>false</tt:SystemLogging><tt:FirmwareUpgrade>false</tt:FirmwareUpgrade>
          <tt:SupportedVersions><tt:Major>21</tt:Major><tt:Minor>12</tt:Minor></tt:SupportedVersions>
        </tt:System>
        <tt:IO><tt:InputConnectors>0</tt:InputConnectors><tt:RelayOutputs>0</tt:RelayOutputs></tt:IO>
        <tt:Security>
          <tt:TLS1.1>false</tt:TLS1.1><tt:TLS1.2>false</tt:TLS1.2><tt:OnboardKeyGeneration>false</tt:OnboardKeyGeneration><tt:AccessPolicyConfig>false</tt:AccessPolicyConfig>
          <tt:X.509Token>false</tt:X.509Token><tt:SAMLToken>false</tt:SAMLToken><tt:KerberosToken>false</tt:KerberosToken><tt:RELToken>false</tt:RELToken>
        </tt:Security>
      </tt:Device>`,
    )}
    ${include(
      'Events',
      xml`<tt:Events>${address(PATHS.events)}<tt:WSSubscriptionPolicySupport>false</tt:WSSubscriptionPolicySupport><tt:WSPullPointSupport>true</tt:WSPullPointSupport><tt:WSPausableSubscriptionManagerInterfaceSupport>false</tt:WSPausableSubscriptionManagerInterfaceSupport></tt:Events>`,
    )}
    ${include('Imaging', xml`<tt:Imaging>${address(PATHS.imaging)}</tt:Imaging>`)}
    ${include(
      'Media',
      xml`<tt:Media>${address(PATHS.media)}<tt:StreamingCapabilities><tt:RTPMulticast>false</tt:RTPMulticast><tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP></tt:StreamingCapabilities></tt:Media>`,
    )}
    ${all && state.options.records ? recording : xml``}
  </tds:Capabilities></tds:GetCapabilitiesResponse>`;
}

const writeServiceCapabilities = (): Markup => xml`<tds:GetServiceCapabilitiesResponse><tds:Capabilities>
    <tds:Network IPFilter="false" ZeroConfiguration="false" IPVersion6="false" DynDNS="false" Dot11Configuration="false" Dot1XConfigurations="0" HostnameFromDHCP="false" NTP="1" DHCPv6="false"/>
    <tds:Security TLS1.0="false" TLS1.1="false" TLS1.2="false" OnboardKeyGeneration="false" AccessPolicyConfig="false" DefaultAccessPolicy="true" Dot1X="false" RemoteUserHandling="false" X.509Token="false" SAMLToken="false" KerberosToken="false" UsernameToken="true" HttpDigest="true" RELToken="false"/>
    <tds:System DiscoveryResolve="false" DiscoveryBye="true" RemoteDiscovery="false" SystemBackup="false" SystemLogging="false" FirmwareUpgrade="false" HttpFirmwareUpgrade="false" HttpSystemBackup="false" HttpSystemLogging="false" HttpSupportInformation="false"/>
  </tds:Capabilities></tds:GetServiceCapabilitiesResponse>`;

/** Writes time and date in UTC. */
function writeDateTime(time: number): Markup {
  const at = new Date(time);
  return xml`<tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time>
    <tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date>`;
}

function createClockOperations(state: CameraState): Readonly<Record<string, Operation>> {
  return {
    GetSystemDateAndTime: {
      level: undefined,
      run: () => xml`<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime>
        <tt:DateTimeType>${state.dateTimeType}</tt:DateTimeType>
        <tt:DaylightSavings>${state.daylightSavings}</tt:DaylightSavings>
        <tt:TimeZone><tt:TZ>${state.timeZone}</tt:TZ></tt:TimeZone>
        <tt:UTCDateTime>${writeDateTime(state.now())}</tt:UTCDateTime>
        <tt:LocalDateTime>${writeDateTime(state.localNow)}</tt:LocalDateTime>
      </tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`,
    },
    SetSystemDateAndTime: administrator(({ operation }) => setDateAndTime(state, operation)),
    GetNTP: reader(
      () => xml`<tds:GetNTPResponse><tds:NTPInformation>
        <tt:FromDHCP>false</tt:FromDHCP>
        ${state.ntpServers.map((address) => xml`<tt:NTPManual><tt:Type>IPv4</tt:Type><tt:IPv4Address>${address}</tt:IPv4Address></tt:NTPManual>`)}
      </tds:NTPInformation></tds:GetNTPResponse>`,
    ),
  };
}

function setDateAndTime(state: CameraState, operation: XmlElement): Markup {
  const type = requireText(operation, tds, 'DateTimeType');
  const zone = operation.find(tds, 'TimeZone')?.textAt(tt, 'TZ');
  const utc = operation.child(tds, 'UTCDateTime');
  if (type !== 'Manual' && type !== 'NTP') throw invalidArgument('ter:InvalidArgs', 'The type is unknown.');
  const time = type === 'Manual' && utc ? readDateTime(utc) : undefined;
  if (type === 'Manual' && time === undefined)
    throw invalidArgument('ter:InvalidDateTime', 'The time is missing.');
  if (zone !== undefined && !state.setTimeZone(zone))
    throw invalidArgument('ter:InvalidTimeZone', 'The time zone is not in the form of POSIX.');
  state.dateTimeType = type;
  state.daylightSavings = operation.textAt(tds, 'DaylightSavings') === 'true';
  state.setTime(time);
  return xml`<tds:SetSystemDateAndTimeResponse/>`;
}

function readDateTime(element: XmlElement): number {
  const read = (path: readonly [string, string], limits: readonly [number, number]): number =>
    requireInteger(requireText(element, tt, ...path), limits, path[1]);
  const day = read(['Date', 'Day'], [1, 31]);
  const time = Date.UTC(
    read(['Date', 'Year'], [1970, 2100]),
    read(['Date', 'Month'], [1, 12]) - 1,
    day,
    read(['Time', 'Hour'], [0, 23]),
    read(['Time', 'Minute'], [0, 59]),
    read(['Time', 'Second'], [0, 60]),
  );
  if (new Date(time).getUTCDate() !== day && day > 28)
    throw invalidArgument('ter:InvalidDateTime', 'The day does not exist.');
  return time;
}

function createNetworkOperations(state: CameraState): Readonly<Record<string, Operation>> {
  const { mac } = state.options;
  return {
    GetHostname: reader(
      () => xml`<tds:GetHostnameResponse><tds:HostnameInformation>
        <tt:FromDHCP>false</tt:FromDHCP>
        <tt:Name>camera-${mac.replaceAll(':', '').slice(-6).toLowerCase()}</tt:Name>
      </tds:HostnameInformation></tds:GetHostnameResponse>`,
    ),
    GetNetworkInterfaces: reader(
      () => xml`<tds:GetNetworkInterfacesResponse><tds:NetworkInterfaces token="${INTERFACE}">
        <tt:Enabled>true</tt:Enabled>
        <tt:Info><tt:Name>${INTERFACE}</tt:Name><tt:HwAddress>${mac}</tt:HwAddress><tt:MTU>1500</tt:MTU></tt:Info>
        <tt:Link>
          <tt:AdminSettings><tt:AutoNegotiation>true</tt:AutoNegotiation><tt:Speed>100</tt:Speed><tt:Duplex>Full</tt:Duplex></tt:AdminSettings>
          <tt:OperSettings><tt:AutoNegotiation>true</tt:AutoNegotiation><tt:Speed>100</tt:Speed><tt:Duplex>Full</tt:Duplex></tt:OperSettings>
          <tt:InterfaceType>6</tt:InterfaceType>
        </tt:Link>
        <tt:IPv4><tt:Enabled>true</tt:Enabled><tt:Config>
          ${writeIpv4(state)}
          <tt:DHCP>${state.network.dhcp}</tt:DHCP>
        </tt:Config></tt:IPv4>
      </tds:NetworkInterfaces></tds:GetNetworkInterfacesResponse>`,
    ),
    SetNetworkInterfaces: administrator((request) => setNetworkInterfaces(state, request)),
    GetNetworkDefaultGateway: reader(
      () => xml`<tds:GetNetworkDefaultGatewayResponse><tds:NetworkGateway>
        <tt:IPv4Address>${state.network.gateway}</tt:IPv4Address>
      </tds:NetworkGateway></tds:GetNetworkDefaultGatewayResponse>`,
    ),
    GetDNS: reader(
      () => xml`<tds:GetDNSResponse><tds:DNSInformation>
        <tt:FromDHCP>false</tt:FromDHCP>
        <tt:DNSManual><tt:Type>IPv4</tt:Type><tt:IPv4Address>${state.network.gateway}</tt:IPv4Address></tt:DNSManual>
      </tds:DNSInformation></tds:GetDNSResponse>`,
    ),
  };
}

function writeIpv4({ network: { address, dhcp, prefixLength } }: CameraState): Markup {
  const value = xml`<tt:Address>${address}</tt:Address><tt:PrefixLength>${prefixLength}</tt:PrefixLength>`;
  return dhcp ? xml`<tt:FromDHCP>${value}</tt:FromDHCP>` : xml`<tt:Manual>${value}</tt:Manual>`;
}

/** Stores the address. The server does not move: the owner of the simulation starts it on another address. */
function setNetworkInterfaces(state: CameraState, { operation }: SoapRequest): Markup {
  if (requireText(operation, tds, 'InterfaceToken') !== INTERFACE)
    throw invalidArgument('ter:InvalidNetworkInterface', 'The interface is unknown.');
  const ipv4 = operation.find(tds, 'NetworkInterface')?.child(tt, 'IPv4');
  const dhcp = ipv4?.textAt(tt, 'DHCP') === 'true';
  const manual = ipv4?.child(tt, 'Manual');
  if (dhcp) state.network = { ...state.network, dhcp };
  else if (manual) {
    const address = requireText(manual, tt, 'Address');
    if (!isIPv4(address)) throw invalidArgument('ter:InvalidIPv4Address', 'The address is not of IPv4.');
    const prefixLength = requireInteger(requireText(manual, tt, 'PrefixLength'), [1, 32], 'PrefixLength');
    state.network = { ...state.network, dhcp, address, prefixLength };
  } else if (ipv4?.textAt(tt, 'DHCP') === 'false') state.network = { ...state.network, dhcp };
  return xml`<tds:SetNetworkInterfacesResponse><tds:RebootNeeded>false</tds:RebootNeeded></tds:SetNetworkInterfacesResponse>`;
}
