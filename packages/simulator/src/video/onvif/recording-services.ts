import { type Addresses, PATHS } from './addresses.ts';
import type { CameraState } from './camera-state.ts';
import { formatUtc } from './durations.ts';
import { NAMESPACES } from './namespaces.ts';
import { type OnvifService, reader, requireText } from './operations.ts';
import { invalidArgument } from './soap.ts';
import { xml } from './xml.ts';

const { trc, trp, tse } = NAMESPACES;
const RECORDING = 'recording0';
const TRACK = 'track0';
const DAY_MS = 86_400_000;
/** Days that the memory card holds. */
const DAYS = 7;

/** The services of Profile G for one recording on a memory card: recording, search and replay. */
export function createRecordingServices(state: CameraState, addresses: Addresses): OnvifService[] {
  const beginning = (): string => formatUtc(state.now() - DAYS * DAY_MS);
  return [
    {
      namespace: trc,
      path: PATHS.recording,
      version: [2, 6],
      operations: {
        GetServiceCapabilities: reader(
          () =>
            xml`<trc:GetServiceCapabilitiesResponse><trc:Capabilities DynamicRecordings="false" DynamicTracks="false" Encoding="H264" MaxRecordings="1" MaxRecordingJobs="1"/></trc:GetServiceCapabilitiesResponse>`,
        ),
        GetRecordings: reader(
          () => xml`<trc:GetRecordingsResponse><trc:RecordingItem>
            <tt:RecordingToken>${RECORDING}</tt:RecordingToken>
            <tt:Configuration>
              <tt:Source><tt:SourceId>main</tt:SourceId><tt:Name>${state.options.name}</tt:Name><tt:Location/><tt:Description>Memory card</tt:Description><tt:Address/></tt:Source>
              <tt:Content>Continuous</tt:Content>
              <tt:MaximumRetentionTime>P${DAYS}D</tt:MaximumRetentionTime>
            </tt:Configuration>
            <tt:Tracks><tt:Track>
              <tt:TrackToken>${TRACK}</tt:TrackToken>
              <tt:Configuration><tt:TrackType>Video</tt:TrackType><tt:Description>H264</tt:Description></tt:Configuration>
            </tt:Track></tt:Tracks>
          </trc:RecordingItem></trc:GetRecordingsResponse>`,
        ),
      },
    },
    {
      namespace: tse,
      path: PATHS.search,
      version: [2, 6],
      operations: {
        GetServiceCapabilities: reader(
          () =>
            xml`<tse:GetServiceCapabilitiesResponse><tse:Capabilities MetadataSearch="false" GeneralStartEvents="false"/></tse:GetServiceCapabilitiesResponse>`,
        ),
        GetRecordingSummary: reader(
          () => xml`<tse:GetRecordingSummaryResponse><tse:Summary>
            <tt:DataFrom>${beginning()}</tt:DataFrom>
            <tt:DataUntil>${formatUtc(state.now())}</tt:DataUntil>
            <tt:NumberRecordings>1</tt:NumberRecordings>
          </tse:Summary></tse:GetRecordingSummaryResponse>`,
        ),
      },
    },
    {
      namespace: trp,
      path: PATHS.replay,
      version: [2, 2],
      operations: {
        GetServiceCapabilities: reader(
          () =>
            xml`<trp:GetServiceCapabilitiesResponse><trp:Capabilities ReversePlayback="false" RTP_RTSP_TCP="true"/></trp:GetServiceCapabilitiesResponse>`,
        ),
        GetReplayUri: reader(({ operation }) => {
          if (requireText(operation, trp, 'RecordingToken') !== RECORDING)
            throw invalidArgument('ter:NoRecording', 'The recording does not exist.');
          return xml`<trp:GetReplayUriResponse><trp:Uri>${addresses.stream(`/replay/${RECORDING}`)}</trp:Uri></trp:GetReplayUriResponse>`;
        }),
      },
    },
  ];
}
