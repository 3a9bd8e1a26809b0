import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { NAMESPACES, WSSE, WSU } from './namespaces.ts';
import { TestCamera } from './test-camera.ts';
import { parseXml, type XmlElement } from './xml.ts';

const require = createRequire(import.meta.url);
const RECORDED = join(dirname(require.resolve('onvif/package.json')), 'test/serverMockup');
const DEVICE = '/onvif/device_service';
const MEDIA = '/onvif/media_service';
const EVENTS = '/onvif/event_service';
const IMAGING = '/onvif/imaging_service';

/** Paths of elements and attributes (`A/B@c`) in recorded answers only, and in ours only; each with its reason. */
interface Accepted {
  readonly recordedOnly?: readonly RegExp[];
  readonly oursOnly?: readonly RegExp[];
}

const PTZ = /PTZ/;
/** Recorded cameras can turn; ours cannot. */
const NO_PTZ: Accepted = { recordedOnly: [PTZ] };

const sourceToken = '<timg:VideoSourceToken>source0</timg:VideoSourceToken>';
const profileToken = '<trt:ProfileToken>main</trt:ProfileToken>';
const streamSetup =
  '<trt:StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></trt:StreamSetup>';
const dateAndTime =
  '<tds:DateTimeType>NTP</tds:DateTimeType><tds:DaylightSavings>false</tds:DaylightSavings>';
const network = '<tds:InterfaceToken>eth0</tds:InterfaceToken><tds:NetworkInterface/>';

test.each<[file: string, path: string, operation: string, accepted: Accepted]>([
  [
    'GetSystemDateAndTime',
    DEVICE,
    '<tds:GetSystemDateAndTime/>',
    {
      // Optional; the recorded camera leaves it out.
      oursOnly: [/\/LocalDateTime\b/],
    },
  ],
  ['GetDeviceInformation', DEVICE, '<tds:GetDeviceInformation/>', {}],
  [
    'GetCapabilities',
    DEVICE,
    '<tds:GetCapabilities/>',
    {
      // No inputs and relays in our camera.
      recordedOnly: [PTZ, /Capabilities\/Extension\b/],
    },
  ],
  ['GetServices', DEVICE, '<tds:GetServices/>', {}],
  [
    'GetServiceCapabilities',
    DEVICE,
    '<tds:GetServiceCapabilities/>',
    {
      // The recorded camera has auxiliary outputs.
      recordedOnly: [/\/Misc\b/],
    },
  ],
  ['GetScopes', DEVICE, '<tds:GetScopes/>', {}],
  ['GetHostname', DEVICE, '<tds:GetHostname/>', {}],
  [
    'device.GetNetworkInterfaces',
    DEVICE,
    '<tds:GetNetworkInterfaces/>',
    {
      // Our camera has IPv4 only.
      recordedOnly: [/\/IPv6\b/],
    },
  ],
  [
    'device.SetNetworkInterfaces',
    DEVICE,
    `<tds:SetNetworkInterfaces>${network}</tds:SetNetworkInterfaces>`,
    {},
  ],
  [
    'device.GetNetworkDefaultGateway',
    DEVICE,
    '<tds:GetNetworkDefaultGateway/>',
    {
      // Our camera has IPv4 only.
      recordedOnly: [/\/IPv6Address$/],
    },
  ],
  ['device.GetNTP', DEVICE, '<tds:GetNTP/>', {}],
  ['device.GetDNS', DEVICE, '<tds:GetDNS/>', {}],
  [
    'device.GetUsers',
    DEVICE,
    '<tds:GetUsers/>',
    {
      // The schema forbids passwords in the answer.
      recordedOnly: [/\/Password$/],
    },
  ],
  ['SetSystemDateAndTime', DEVICE, `<tds:SetSystemDateAndTime>${dateAndTime}</tds:SetSystemDateAndTime>`, {}],
  ['SystemReboot', DEVICE, '<tds:SystemReboot/>', {}],
  ['GetProfiles', MEDIA, '<trt:GetProfiles/>', NO_PTZ],
  ['media.GetServiceCapabilities', MEDIA, '<trt:GetServiceCapabilities/>', {}],
  ['media.GetVideoSources', MEDIA, '<trt:GetVideoSources/>', {}],
  ['GetVideoSourceConfigurations', MEDIA, '<trt:GetVideoSourceConfigurations/>', {}],
  ['media.GetVideoEncoderConfigurations', MEDIA, '<trt:GetVideoEncoderConfigurations/>', {}],
  [
    'media.GetVideoEncoderConfiguration',
    MEDIA,
    '<trt:GetVideoEncoderConfiguration><trt:ConfigurationToken>encoder_main</trt:ConfigurationToken></trt:GetVideoEncoderConfiguration>',
    {},
  ],
  [
    'media.GetVideoEncoderConfigurationOptions',
    MEDIA,
    '<trt:GetVideoEncoderConfigurationOptions/>',
    {
      // Our camera encodes H.264 only.
      recordedOnly: [/\/Options\/(JPEG|MPEG4)\b/],
    },
  ],
  ['GetStreamUri', MEDIA, `<trt:GetStreamUri>${streamSetup}${profileToken}</trt:GetStreamUri>`, {}],
  ['GetSnapshotUri', MEDIA, `<trt:GetSnapshotUri>${profileToken}</trt:GetSnapshotUri>`, {}],
  ['imaging.GetServiceCapabilities', IMAGING, '<timg:GetServiceCapabilities/>', {}],
  [
    'imaging.GetImagingSettings',
    IMAGING,
    `<timg:GetImagingSettings>${sourceToken}</timg:GetImagingSettings>`,
    {
      // The recorded camera has a motor for its focus and no infra-red filter.
      recordedOnly: [/\/Focus\b/],
      oursOnly: [/\/IrCutFilter$/],
    },
  ],
  [
    'imaging.SetImagingSettings',
    IMAGING,
    `<timg:SetImagingSettings>${sourceToken}<timg:ImagingSettings/></timg:SetImagingSettings>`,
    {},
  ],
  ['events.GetServiceCapabilities', EVENTS, '<tev:GetServiceCapabilities/>', {}],
  ['events.CreatePullPointSubscription', EVENTS, '<tev:CreatePullPointSubscription/>', {}],
  [
    'GetEventProperties',
    EVENTS,
    '<tev:GetEventProperties/>',
    {
      // Each model has its own topics.
      recordedOnly: [/\/TopicSet\/(Device|VideoAnalytics)\b/],
      oursOnly: [/\/TopicSet\/(RuleEngine|VideoSource\/GlobalSceneChange)\b/],
    },
  ],
])('has the structure of the recorded answer %s', async (file, path, operation, accepted) => {
  await using camera = await TestCamera.start();
  const ours = await camera.call(path, operation);
  expect(ours.status).toBe(200);
  compare(readRecorded(file), listPaths(ours.element), accepted);
});

test('has the structure of the recorded answers PullMessages and Unsubscribe', async () => {
  await using camera = await TestCamera.start();
  const created = await camera.call(EVENTS, '<tev:CreatePullPointSubscription/>');
  const address = /<wsa:Address>http:\/\/[^/]+([^<]+)</.exec(created.text)?.[1] ?? '';
  const operation =
    '<tev:PullMessages><tev:Timeout>PT0S</tev:Timeout><tev:MessageLimit>10</tev:MessageLimit></tev:PullMessages>';
  // The recorded camera leaves the kind of the change out.
  compare(readRecorded('PullMessages'), listPaths((await camera.call(address, operation)).element), {
    oursOnly: [/@PropertyOperation$/],
  });
  compare(
    readRecorded('Unsubscribe'),
    listPaths((await camera.call(address, '<wsnt:Unsubscribe/>')).element),
    {},
  );
});

test('has the structure of the recorded fault', async () => {
  await using camera = await TestCamera.start();
  const fault = await camera.call(
    MEDIA,
    '<trt:GetSnapshotUri><trt:ProfileToken>x</trt:ProfileToken></trt:GetSnapshotUri>',
  );
  // Optional parts of SOAP.
  compare(readRecorded('Error'), listPaths(fault.element), { recordedOnly: [/\/(Node|Role|Detail)\b/] });
});

function compare(
  recorded: ReadonlySet<string>,
  ours: ReadonlySet<string>,
  { oursOnly = [], recordedOnly = [] }: Accepted,
): void {
  expect(recorded.size).toBeGreaterThan(0);
  const missing = [...recorded.difference(ours)];
  const extra = [...ours.difference(recorded)];
  const matches = (patterns: readonly RegExp[], path: string) =>
    patterns.some((pattern) => pattern.test(path));
  expect(missing.filter((path) => !matches(recordedOnly, path))).toEqual([]);
  expect(extra.filter((path) => !matches(oursOnly, path))).toEqual([]);
  // An exception that no answer needs is removed.
  expect(recordedOnly.filter((pattern) => !missing.some((path) => pattern.test(path)))).toEqual([]);
  expect(oursOnly.filter((pattern) => !extra.some((path) => pattern.test(path)))).toEqual([]);
}

/** Returns the paths of a recorded answer. The files are templates, whose statements are left out. */
function readRecorded(file: string): ReadonlySet<string> {
  const text = readFileSync(join(RECORDED, `${file}.xml`), 'utf8').replaceAll(
    /\{\{.*?\}\}|<\?xml.*?\?>/gs,
    '',
  );
  // Some files lack declarations of prefixes that they use.
  const missing = Object.entries({ ...NAMESPACES, 'SOAP-ENV': NAMESPACES.env, wsse: WSSE, wsu: WSU })
    .filter(([prefix]) => !text.includes(`xmlns:${prefix}=`))
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  const root = parseXml(text.trim().replace(/(<[\w-]+:Envelope)/, `$1${missing.join('')}`));
  const body = root.children.find(({ name }) => name === 'Body')?.children[0];
  if (!body) throw new Error(`${file} has no body.`);
  return listPaths(body);
}

/**
 * Returns the paths of all elements and attributes by local names: repeated elements once, without order.
 * Namespaces are not compared, because some recorded answers have wrong ones.
 */
function listPaths(element: XmlElement, before = ''): Set<string> {
  const path = `${before}/${element.name}`;
  const attributes = [...element.attributes.keys()]
    .map((name) => name.replace(/^\{.*\}/, ''))
    .filter((name) => !['xmlns', 'mustUnderstand'].includes(name));
  return new Set([
    path,
    ...attributes.map((name) => `${path}@${name}`),
    ...element.children.flatMap((child) => [...listPaths(child, path)]),
  ]);
}
