import { type Addresses, PATHS } from './addresses.ts';
import type { CameraState } from './camera-state.ts';
import { NAMESPACES } from './namespaces.ts';
import { type OnvifService, operator, reader, requireText } from './operations.ts';
import { invalidArgument } from './soap.ts';
import { type Markup, xml, type XmlElement } from './xml.ts';

const { tr2, trt, tt } = NAMESPACES;
const SOURCE = 'source0';
const SOURCE_CONFIGURATION = 'sourceconfig0';
const SENSOR = { width: 2560, height: 1440, framerate: 25 } as const;
const TIME_OSD = 'osd_time';
const NAME_OSD = 'osd_name';
const MAX_OSD_LENGTH = 40;

/** A media profile: one resolution of the only video source. */
export interface MediaProfile {
  readonly token: string;
  readonly width: number;
  readonly height: number;
  readonly framerate: number;
  readonly kbps: number;
  /** Size of its snapshot (pixels). */
  readonly snapshot: { readonly width: number; readonly height: number };
}

export const PROFILES: readonly MediaProfile[] = [
  {
    token: 'main',
    width: 2560,
    height: 1440,
    framerate: 25,
    kbps: 4_096,
    snapshot: { width: 1280, height: 720 },
  },
  { token: 'sub', width: 640, height: 360, framerate: 15, kbps: 512, snapshot: { width: 640, height: 360 } },
];

const encoderOf = (token: string): string => `encoder_${token}`;

const writeSourceConfiguration = (): Markup => xml`<tt:Name>${SOURCE_CONFIGURATION}</tt:Name>
  <tt:UseCount>${PROFILES.length}</tt:UseCount>
  <tt:SourceToken>${SOURCE}</tt:SourceToken>
  <tt:Bounds x="0" y="0" width="${SENSOR.width}" height="${SENSOR.height}"/>`;

const writeMulticast = (): Markup => xml`<tt:Multicast>
    <tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address></tt:Address>
    <tt:Port>0</tt:Port><tt:TTL>0</tt:TTL><tt:AutoStart>false</tt:AutoStart>
  </tt:Multicast>`;

const writeEncoder = ({
  framerate,
  height,
  kbps,
  token,
  width,
}: MediaProfile): Markup => xml`<tt:Name>${encoderOf(token)}</tt:Name>
  <tt:UseCount>1</tt:UseCount>
  <tt:Encoding>H264</tt:Encoding>
  <tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>
  <tt:Quality>4</tt:Quality>
  <tt:RateControl><tt:FrameRateLimit>${framerate}</tt:FrameRateLimit><tt:EncodingInterval>1</tt:EncodingInterval><tt:BitrateLimit>${kbps}</tt:BitrateLimit></tt:RateControl>
  <tt:H264><tt:GovLength>${2 * framerate}</tt:GovLength><tt:H264Profile>High</tt:H264Profile></tt:H264>
  ${writeMulticast()}
  <tt:SessionTimeout>PT60S</tt:SessionTimeout>`;

const writeProfile = (profile: MediaProfile): Markup => xml`<tt:Name>${profile.token}</tt:Name>
  <tt:VideoSourceConfiguration token="${SOURCE_CONFIGURATION}">${writeSourceConfiguration()}</tt:VideoSourceConfiguration>
  <tt:VideoEncoderConfiguration token="${encoderOf(profile.token)}">${writeEncoder(profile)}</tt:VideoEncoderConfiguration>`;

const writeMediaUri = (address: string): Markup => xml`<trt:MediaUri>
    <tt:Uri>${address}</tt:Uri>
    <tt:InvalidAfterConnect>false</tt:InvalidAfterConnect>
    <tt:InvalidAfterReboot>false</tt:InvalidAfterReboot>
    <tt:Timeout>PT0S</tt:Timeout>
  </trt:MediaUri>`;

/** Returns the profile that a request names. Errors: `SoapFault`. */
function findProfile(operation: XmlElement, namespace: string): MediaProfile {
  const token = requireText(operation, namespace, 'ProfileToken');
  const profile = PROFILES.find((candidate) => candidate.token === token);
  if (!profile) throw invalidArgument('ter:NoProfile', 'The profile does not exist.');
  return profile;
}

function findEncoder(operation: XmlElement): MediaProfile {
  const token = requireText(operation, trt, 'ConfigurationToken');
  const profile = PROFILES.find((candidate) => encoderOf(candidate.token) === token);
  if (!profile) throw invalidArgument('ter:NoConfig', 'The configuration does not exist.');
  return profile;
}

/** Writes the ranges of H.264, the only encoding; resolutions are those of the profiles. */
const writeEncoderOptions = (): Markup => xml`<trt:Options>
    <tt:QualityRange><tt:Min>1</tt:Min><tt:Max>5</tt:Max></tt:QualityRange>
    <tt:H264>
      ${PROFILES.map(({ height, width }) => xml`<tt:ResolutionsAvailable><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:ResolutionsAvailable>`)}
      <tt:GovLengthRange><tt:Min>1</tt:Min><tt:Max>250</tt:Max></tt:GovLengthRange>
      <tt:FrameRateRange><tt:Min>1</tt:Min><tt:Max>${SENSOR.framerate}</tt:Max></tt:FrameRateRange>
      <tt:EncodingIntervalRange><tt:Min>1</tt:Min><tt:Max>1</tt:Max></tt:EncodingIntervalRange>
      <tt:H264ProfilesSupported>High</tt:H264ProfilesSupported>
    </tt:H264>
  </trt:Options>`;

const PROTOCOLS = ['UDP', 'TCP', 'RTSP', 'HTTP'];

/** The media service, `ver10/media/wsdl`. */
export function createMediaService(state: CameraState, addresses: Addresses): OnvifService {
  return {
    namespace: trt,
    path: PATHS.media,
    version: [21, 12],
    operations: {
      GetServiceCapabilities: reader(
        () => xml`<trt:GetServiceCapabilitiesResponse><trt:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="true" TemporaryOSDText="false" EXICompression="false">
          <trt:ProfileCapabilities MaximumNumberOfProfiles="${PROFILES.length}"/>
          <trt:StreamingCapabilities RTPMulticast="false" RTP_TCP="true" RTP_RTSP_TCP="true" NonAggregateControl="false" NoRTSPStreaming="false"/>
        </trt:Capabilities></trt:GetServiceCapabilitiesResponse>`,
      ),
      GetProfiles: reader(
        () =>
          xml`<trt:GetProfilesResponse>${PROFILES.map(
            (profile) =>
              xml`<trt:Profiles token="${profile.token}" fixed="true">${writeProfile(profile)}</trt:Profiles>`,
          )}</trt:GetProfilesResponse>`,
      ),
      GetProfile: reader(({ operation }) => {
        const profile = findProfile(operation, trt);
        return xml`<trt:GetProfileResponse><trt:Profile token="${profile.token}" fixed="true">${writeProfile(profile)}</trt:Profile></trt:GetProfileResponse>`;
      }),
      GetVideoSources: reader(
        () => xml`<trt:GetVideoSourcesResponse><trt:VideoSources token="${SOURCE}">
          <tt:Framerate>${SENSOR.framerate}</tt:Framerate>
          <tt:Resolution><tt:Width>${SENSOR.width}</tt:Width><tt:Height>${SENSOR.height}</tt:Height></tt:Resolution>
        </trt:VideoSources></trt:GetVideoSourcesResponse>`,
      ),
      GetVideoSourceConfigurations: reader(
        () =>
          xml`<trt:GetVideoSourceConfigurationsResponse><trt:Configurations token="${SOURCE_CONFIGURATION}">${writeSourceConfiguration()}</trt:Configurations></trt:GetVideoSourceConfigurationsResponse>`,
      ),
      GetVideoEncoderConfigurations: reader(
        () =>
          xml`<trt:GetVideoEncoderConfigurationsResponse>${PROFILES.map(
            (profile) =>
              xml`<trt:Configurations token="${encoderOf(profile.token)}">${writeEncoder(profile)}</trt:Configurations>`,
          )}</trt:GetVideoEncoderConfigurationsResponse>`,
      ),
      GetVideoEncoderConfiguration: reader(({ operation }) => {
        const profile = findEncoder(operation);
        return xml`<trt:GetVideoEncoderConfigurationResponse><trt:Configuration token="${encoderOf(profile.token)}">${writeEncoder(profile)}</trt:Configuration></trt:GetVideoEncoderConfigurationResponse>`;
      }),
      GetVideoEncoderConfigurationOptions: reader(
        () =>
          xml`<trt:GetVideoEncoderConfigurationOptionsResponse>${writeEncoderOptions()}</trt:GetVideoEncoderConfigurationOptionsResponse>`,
      ),
      GetStreamUri: reader(({ operation }) => {
        const profile = findProfile(operation, trt);
        const setup = operation.child(trt, 'StreamSetup');
        const protocol = setup?.find(tt, 'Transport', 'Protocol')?.text;
        if (!protocol || !PROTOCOLS.includes(protocol) || setup?.textAt(tt, 'Stream') !== 'RTP-Unicast')
          throw invalidArgument('ter:InvalidStreamSetup', 'The stream setup is not supported.');
        return xml`<trt:GetStreamUriResponse>${writeMediaUri(addresses.stream(`/${profile.token}`))}</trt:GetStreamUriResponse>`;
      }),
      GetSnapshotUri: reader(({ operation }) => {
        const profile = findProfile(operation, trt);
        return xml`<trt:GetSnapshotUriResponse>${writeMediaUri(addresses.snapshot(profile.token))}</trt:GetSnapshotUriResponse>`;
      }),
      GetOSDs: reader(({ operation }) => writeOsds(state, operation, trt)),
      SetOSD: operator(({ operation }) => setOsd(state, operation, trt)),
    },
  };
}

const writePosition = (position: 'UpperLeft' | 'LowerLeft'): Markup =>
  xml`<tt:Position><tt:Type>${position}</tt:Type></tt:Position>`;

const elementPrefix = (namespace: string): string => (namespace === trt ? 'trt' : 'tr2');

function writeOsds(state: CameraState, operation: XmlElement, namespace: string): Markup {
  const configuration = operation.textAt(namespace, 'ConfigurationToken');
  if (configuration !== undefined && configuration !== SOURCE_CONFIGURATION)
    throw invalidArgument('ter:NoConfig', 'The configuration does not exist.');
  const source = xml`<tt:VideoSourceConfigurationToken>${SOURCE_CONFIGURATION}</tt:VideoSourceConfigurationToken><tt:Type>Text</tt:Type>`;
  const overlays = [
    xml`<${name('OSDs')} token="${TIME_OSD}">${source}${writePosition('UpperLeft')}
      <tt:TextString><tt:Type>DateAndTime</tt:Type><tt:DateFormat>yyyy-MM-dd</tt:DateFormat><tt:TimeFormat>HH:mm:ss</tt:TimeFormat></tt:TextString></${name('OSDs')}>`,
    xml`<${name('OSDs')} token="${NAME_OSD}">${source}${writePosition('LowerLeft')}
      <tt:TextString><tt:Type>Plain</tt:Type><tt:PlainText>${state.osdText}</tt:PlainText></tt:TextString></${name('OSDs')}>`,
  ];
  return xml`<${name('GetOSDsResponse')}>${overlays}</${name('GetOSDsResponse')}>`;

  function name(local: string): string {
    return `${elementPrefix(namespace)}:${local}`;
  }
}

function setOsd(state: CameraState, operation: XmlElement, namespace: string): Markup {
  const osd = operation.child(namespace, 'OSD');
  const token = osd?.attributes.get('token');
  if (!osd || (token !== NAME_OSD && token !== TIME_OSD))
    throw invalidArgument('ter:NoConfig', 'The overlay does not exist.');
  if (token === TIME_OSD) throw invalidArgument('ter:ConfigModify', 'The time cannot be changed.');
  const text = osd.find(tt, 'TextString', 'PlainText')?.text ?? '';
  if (osd.find(tt, 'TextString', 'Type')?.text !== 'Plain' || text.length > MAX_OSD_LENGTH)
    throw invalidArgument(
      'ter:ConfigModify',
      `The text is not plain, or longer than ${MAX_OSD_LENGTH} characters.`,
    );
  state.osdText = text;
  const response = `${elementPrefix(namespace)}:SetOSDResponse`;
  return xml`<${response}/>`;
}

/** The media service of Profile T, `ver20/media/wsdl`, without changes of profiles. */
export function createMedia2Service(state: CameraState, addresses: Addresses): OnvifService {
  return {
    namespace: tr2,
    path: PATHS.media2,
    version: [21, 12],
    operations: {
      GetServiceCapabilities: reader(
        () => xml`<tr2:GetServiceCapabilitiesResponse><tr2:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="true">
          <tr2:ProfileCapabilities MaximumNumberOfProfiles="${PROFILES.length}" ConfigurationsSupported="VideoSource VideoEncoder"/>
          <tr2:StreamingCapabilities RTSPStreaming="true" RTPMulticast="false" RTP_RTSP_TCP="true" NonAggregateControl="false"/>
        </tr2:Capabilities></tr2:GetServiceCapabilitiesResponse>`,
      ),
      GetProfiles: reader(
        () =>
          xml`<tr2:GetProfilesResponse>${PROFILES.map(
            ({ token }) =>
              xml`<tr2:Profiles token="${token}" fixed="true"><tr2:Name>${token}</tr2:Name></tr2:Profiles>`,
          )}</tr2:GetProfilesResponse>`,
      ),
      GetStreamUri: reader(({ operation }) => {
        const { token } = findProfile(operation, tr2);
        if (!['RtspUnicast', 'RTSP', 'RtspOverHttp'].includes(requireText(operation, tr2, 'Protocol')))
          throw invalidArgument('ter:InvalidStreamSetup', 'The protocol is not supported.');
        return xml`<tr2:GetStreamUriResponse><tr2:Uri>${addresses.stream(`/${token}`)}</tr2:Uri></tr2:GetStreamUriResponse>`;
      }),
      GetSnapshotUri: reader(({ operation }) => {
        const { token } = findProfile(operation, tr2);
        return xml`<tr2:GetSnapshotUriResponse><tr2:Uri>${addresses.snapshot(token)}</tr2:Uri></tr2:GetSnapshotUriResponse>`;
      }),
      GetOSDs: reader(({ operation }) => writeOsds(state, operation, tr2)),
      SetOSD: operator(({ operation }) => setOsd(state, operation, tr2)),
    },
  };
}
