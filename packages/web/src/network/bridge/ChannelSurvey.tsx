import type { BridgeDevice, ChannelWidth } from '@northlight/contract';
import { Button, Modal, Progress, Table } from '@mantine/core';
import { useDiagnostics } from '../../devices/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { ABSENT, formatDbm } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { useNetworkDraft } from '../../draft/index.ts';
import { surveyChannels } from './channel-survey.ts';
import classes from './bridge.module.css';

interface ChannelSurveyProps {
  /** Bridges of the link, base first. */
  readonly ends: readonly BridgeDevice[];
  /** Channels that the country allows. */
  readonly channels: readonly number[];
  readonly width: ChannelWidth;
  /** SSID of the link, whose own network is not counted. */
  readonly ssid: string;
  readonly onChoose: (channel: number) => void;
  readonly onClose: () => void;
}

/** Lists the channels by the foreign networks that the ends of a link receive, quietest first. */
export function ChannelSurvey({ channels, ends, onChoose, onClose, ssid, width }: ChannelSurveyProps) {
  const { can } = useNetworkDraft();
  const { runs, start } = useDiagnostics(ends.map(({ id }) => id));
  const scans = runs.flatMap(({ deviceId, row }) =>
    row?.result?.networks ? [{ deviceId, networks: row.result.networks }] : [],
  );
  const isRunning = runs.some((run) => run.isRunning);
  const percent = Math.min(...runs.map(({ row }) => row?.percent ?? 0));
  const scanned = ends.filter(({ id }) => scans.some(({ deviceId }) => deviceId === id));
  const surveyed = scans.length === 0 ? [] : surveyChannels(scans, channels, width, ssid);
  return (
    <Modal opened onClose={onClose} title="Channel survey" size={POPUP_WIDTHS.wide}>
      <p className="mut above">
        The bridges listen on all channels for about 30 s. The link is slower during this time.
      </p>
      <div className="flex wrap gap-8 above">
        <GatedButton can={can} loading={isRunning} onClick={() => void start({ kind: 'wifi-scan' })}>
          {scans.length > 0 ? 'Survey again' : 'Start survey'}
        </GatedButton>
      </div>
      {isRunning && <Progress size={4} mt={10} value={percent} aria-label={`Survey: ${percent} percent`} />}
      {ends.map(({ id, name }) => {
        const failure = runs.find(({ deviceId }) => deviceId === id)?.failure;
        return (
          failure !== undefined && (
            <Notice key={id} tone="error">
              {name}: {failure}
            </Notice>
          )
        );
      })}
      {!isRunning && surveyed.length > 0 && (
        <>
          <p className="mut above">
            Strongest foreign network on each channel at each bridge. Choose a channel to enter it in the
            form.
          </p>
          <ScrollBox label="Channels" className={`above ${classes['survey']}`}>
            <Table verticalSpacing={4} stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Channel</Table.Th>
                  <Table.Th>Networks</Table.Th>
                  {scanned.map(({ id, name }) => (
                    <Table.Th key={id}>At {name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {surveyed.map(({ channel, networks, strongestDbm }, index) => (
                  <Table.Tr key={channel}>
                    <Table.Td>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Use channel ${channel}`}
                        onClick={() => onChoose(channel)}
                      >
                        {channel}
                      </Button>
                      {index === 0 && <span className="ok small"> quietest</span>}
                    </Table.Td>
                    <Table.Td>{networks}</Table.Td>
                    {scanned.map(({ id }) => (
                      <Table.Td key={id}>{formatLevel(strongestDbm.get(id))}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollBox>
        </>
      )}
    </Modal>
  );
}

const formatLevel = (dbm: number | undefined): string => (dbm === undefined ? ABSENT : formatDbm(dbm));
