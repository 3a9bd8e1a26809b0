import { type ProjectStatus, type SeriesAnswer, REPORT_MISSED_SECONDS } from '@northlight/contract';
import { Age, formatBitRate, formatCount, formatTime, useNow } from '../../kit/format/index.ts';
import { Tile, Tiles } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { useProject } from '../../app/shell-context.tsx';
import { formatElapsed } from './outage-text.ts';

interface StatusTilesProps {
  readonly status: ProjectStatus;
  /** Series of the project, whose latest values are the current ones; undefined while it loads. */
  readonly answer: SeriesAnswer | undefined;
}

export function StatusTiles({ answer, status }: StatusTilesProps) {
  const { clients, devices, outage, uplink } = status;
  const offline = countOffline(devices);
  const hasInternet = !uplink || (uplink.online && uplink.ports.some(({ up }) => up));
  return (
    <Tiles>
      <Tile
        label="Devices online"
        value={`${formatCount(devices.online)} / ${formatCount(devices.total)}`}
        note={formatDeviceNote(devices)}
        to={PATHS.devices}
        state={offline > 0 ? 'error' : undefined}
      />
      <Tile
        label="Clients online"
        value={formatCount(clients.total)}
        note={formatClientNote(clients, outage)}
        to={PATHS.clients}
        {...(clients.withoutAddress > 0 && { search: { filter: 'Status = No address' } })}
        state={findClientState(status)}
      />
      <RateTile label="Download" metric="download" {...{ answer, status }} />
      <RateTile label="Upload" metric="upload" {...{ answer, status }} />
      <Tile
        label="Internet"
        value={formatUplink(uplink)}
        note={formatUplinkNote(uplink)}
        to={PATHS.internet}
        state={hasInternet ? undefined : 'error'}
      />
    </Tiles>
  );
}

/** Share of the clients without an address from which the tile is red. */
const MANY_WITHOUT_ADDRESS = 0.25;

function findClientState({ clients, outage }: ProjectStatus): 'error' | 'warning' | undefined {
  const { total, withoutAddress } = clients;
  if (withoutAddress > 0 && withoutAddress >= total * MANY_WITHOUT_ADDRESS) return 'error';
  return withoutAddress > 0 || (outage && outage.clients > 0) ? 'warning' : undefined;
}

interface RateTileProps extends StatusTilesProps {
  readonly label: string;
  readonly metric: 'download' | 'upload';
}

/** Tile of the latest rate. It is stale when the devices that count the traffic are offline. */
function RateTile({ answer, label, metric, status: { devices, uplink } }: RateTileProps) {
  const { timeZone } = useProject();
  const latest = answer && findLatestValue(answer, metric);
  const isSilent = uplink ? !uplink.online : devices.online === 0;
  const at = isSilent ? (uplink?.reportedAt ?? latest?.at) : latest?.at;
  return (
    <Tile
      label={label}
      value={latest ? formatBitRate(latest.value) : '–'}
      note={
        isSilent && at !== undefined ? (
          <StaleAge at={at} timeZone={timeZone} />
        ) : latest ? (
          <Age at={latest.at} timeZone={timeZone} />
        ) : answer ? (
          hasValue(answer, metric) ? (
            'no report for 3 min'
          ) : (
            'no report yet'
          )
        ) : (
          'Loading'
        )
      }
      stale={isSilent || (answer !== undefined && !latest)}
    />
  );
}

/** Formats the age of an outdated value: `stale, reported 40 s ago`. */
function StaleAge({ at, timeZone }: { readonly at: string; readonly timeZone: string }) {
  const seconds = Math.max(1, Math.floor((useNow() - Date.parse(at)) / 1000));
  return (
    <time dateTime={at} title={formatTime(at, timeZone)} className="warn">
      stale, reported {seconds < 60 ? `${seconds} s` : formatElapsed(seconds * 1000)} ago
    </time>
  );
}

function formatClientNote(
  { total, wired, withoutAddress }: ProjectStatus['clients'],
  outage: ProjectStatus['outage'],
): string {
  if (withoutAddress > 0) return `${formatCount(withoutAddress)} without an address`;
  const connected = `${formatCount(total - wired)} wireless, ${formatCount(wired)} wired`;
  return outage && outage.clients > 0 ? `${connected}, ${formatCount(outage.clients)} lost` : connected;
}

const countOffline = ({ online, restarting = 0, total, waiting }: ProjectStatus['devices']): number =>
  total - online - waiting - restarting;

function formatDeviceNote(devices: ProjectStatus['devices']): string {
  const { restarting = 0, waiting } = devices;
  const offline = countOffline(devices);
  const parts = [
    ...(offline > 0 ? [`${formatCount(offline)} offline`] : []),
    ...(restarting > 0 ? [`${formatCount(restarting)} restarting`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} never seen`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'all online';
}

function formatUplink(uplink: ProjectStatus['uplink']): string {
  if (!uplink) return 'No gateway';
  if (!uplink.online) return 'Gateway offline';
  return uplink.ports.some(({ up }) => up) ? 'Connected' : 'No link';
}

function formatUplinkNote(uplink: ProjectStatus['uplink']): string {
  if (!uplink) return 'of this project';
  const up = uplink.ports.filter((port) => port.up);
  const links = up.map(({ label, speedMbps }) =>
    speedMbps ? `${label} ${formatBitRate(speedMbps * 1_000_000)}` : label,
  );
  return links.length > 0 ? `${uplink.device.name}: ${links.join(', ')}` : uplink.device.name;
}

/** Returns whether a series of the answer has any value. */
const hasValue = ({ series }: SeriesAnswer, metric: string): boolean =>
  series.some((each) => each.metric === metric && each.values.some((value) => value !== null));

/** Returns the latest value of a series with its time; undefined when it is older than REPORT_MISSED_SECONDS. */
function findLatestValue(
  { series, stepSeconds, to }: SeriesAnswer,
  metric: string,
): { readonly value: number; readonly at: string } | undefined {
  const values = series.find((each) => each.metric === metric)?.values ?? [];
  // A series with longer steps has no current value.
  if (stepSeconds > REPORT_MISSED_SECONDS) return undefined;
  const end = Date.parse(to);
  for (let index = values.length - 1; index >= 0; index--) {
    const at = end - (values.length - 1 - index) * stepSeconds * 1000;
    if (end - at > REPORT_MISSED_SECONDS * 1000) return undefined;
    const value = values[index];
    // Skips the current step, whose end is in the future.
    if (value !== null && value !== undefined)
      return { value, at: new Date(Math.min(at, Date.now())).toISOString() };
  }
  return undefined;
}
