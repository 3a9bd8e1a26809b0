import { DISCOVERY, NAMESPACES } from './namespaces.ts';
import { type Markup, parseXml, xml, type XmlElement, XmlError } from './xml.ts';

const { d, dn, wsa } = DISCOVERY;
const { env, tds } = NAMESPACES;
const TO_ALL = 'urn:schemas-xmlsoap-org:ws:2005:04:discovery';
const ANONYMOUS = `${wsa}/role/anonymous`;
const STRCMP0 = `${d}/strcmp0`;
const RFC3986 = `${d}/rfc3986`;

/** Types of an ONVIF camera, with the prefixes of the answers. */
const TYPES = [
  { qualified: 'dn:NetworkVideoTransmitter', name: `{${dn}}NetworkVideoTransmitter` },
  { qualified: 'tds:Device', name: `{${tds}}Device` },
];

export interface DiscoveredCamera {
  readonly uuid: string;
  readonly scopes: readonly string[];
  /** Address of the device service. */
  readonly address: string;
}

export interface Probe {
  readonly messageId: string;
  /** Names in the form `{namespace}name`; an unknown prefix gives undefined. */
  readonly types: readonly (string | undefined)[];
  readonly scopes: readonly string[];
  readonly matchBy: string;
}

/** Parses a probe of WS-Discovery 2005/04; undefined for other messages and for wrong ones. */
export function readProbe(text: string): Probe | undefined {
  try {
    const root = parseXml(text);
    const [header, body, ...others] = root.children;
    const envelope =
      root.isNamed(env, 'Envelope') && header?.isNamed(env, 'Header') && body?.isNamed(env, 'Body');
    if (!envelope || others.length > 0 || !header || !body) return undefined;
    const messageId = header.textAt(wsa, 'MessageID');
    const [probe, ...rest] = body.children;
    if (!messageId || messageId.length > 256 || !probe?.isNamed(d, 'Probe') || rest.length > 0)
      return undefined;
    if (header.textAt(wsa, 'Action') !== `${d}/Probe` || header.textAt(wsa, 'To') !== TO_ALL)
      return undefined;
    const types = probe.child(d, 'Types');
    const scopes = probe.child(d, 'Scopes');
    return {
      messageId,
      types: split(types).map((name) => types?.resolveName(name)),
      scopes: split(scopes),
      matchBy: scopes?.attributes.get('MatchBy') ?? RFC3986,
    };
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

const split = (element: XmlElement | undefined): string[] =>
  (element?.text ?? '').split(/\s+/).filter((part) => part !== '');

/** Decides whether a camera has all types and scopes of a probe. */
export function matchesProbe({ matchBy, scopes, types }: Probe, camera: DiscoveredCamera): boolean {
  if (matchBy !== RFC3986 && matchBy !== STRCMP0) return false;
  const hasScope = (scope: string): boolean =>
    camera.scopes.some((own) => (matchBy === STRCMP0 ? own === scope : isBelow(own, scope)));
  return types.every((type) => TYPES.some(({ name }) => name === type)) && scopes.every(hasScope);
}

/** Compares addresses by segments, as RFC 3986 and WS-Discovery, 5.1, ask for: `…/a` contains `…/a/b`, not `…/ab`. */
function isBelow(own: string, scope: string): boolean {
  const shorter = scope.replace(/\/$/, '');
  return own === shorter || own.startsWith(`${shorter}/`);
}

export interface MessageNumbers {
  readonly instanceId: number;
  readonly messageNumber: number;
  /** `urn:uuid:…`. */
  readonly messageId: string;
}

export const writeHello = (camera: DiscoveredCamera, numbers: MessageNumbers): string =>
  write('Hello', numbers, TO_ALL, xml`<d:Hello>${describe(camera)}</d:Hello>`);

export const writeBye = ({ uuid }: DiscoveredCamera, numbers: MessageNumbers): string =>
  write('Bye', numbers, TO_ALL, xml`<d:Bye>${reference(uuid)}</d:Bye>`);

export const writeProbeMatch = (
  camera: DiscoveredCamera,
  numbers: MessageNumbers,
  relatesTo: string,
): string =>
  write(
    'ProbeMatches',
    numbers,
    ANONYMOUS,
    xml`<d:ProbeMatches><d:ProbeMatch>${describe(camera)}</d:ProbeMatch></d:ProbeMatches>`,
    relatesTo,
  );

const reference = (uuid: string): Markup =>
  xml`<wsa:EndpointReference><wsa:Address>urn:uuid:${uuid}</wsa:Address></wsa:EndpointReference>`;

const describe = ({ address, scopes, uuid }: DiscoveredCamera): Markup => xml`${reference(uuid)}
  <d:Types>${TYPES.map(({ qualified }) => qualified).join(' ')}</d:Types>
  <d:Scopes>${scopes.join(' ')}</d:Scopes>
  <d:XAddrs>${address}</d:XAddrs>
  <d:MetadataVersion>1</d:MetadataVersion>`;

function write(
  action: string,
  { instanceId, messageId, messageNumber }: MessageNumbers,
  to: string,
  body: Markup,
  relatesTo?: string,
): string {
  const related = relatesTo === undefined ? '' : xml`<wsa:RelatesTo>${relatesTo}</wsa:RelatesTo>`;
  const header = xml`<wsa:MessageID>${messageId}</wsa:MessageID>${related}<wsa:To>${to}</wsa:To><wsa:Action>${d}/${action}</wsa:Action>
    <d:AppSequence InstanceId="${instanceId}" MessageNumber="${messageNumber}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope xmlns:env="${env}" xmlns:wsa="${wsa}" xmlns:d="${d}" xmlns:dn="${dn}" xmlns:tds="${tds}"><env:Header>${header.text}</env:Header><env:Body>${body.text}</env:Body></env:Envelope>`;
}
