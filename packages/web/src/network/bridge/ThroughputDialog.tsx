import { type BridgeDevice, type BridgeLink, THROUGHPUT_SECONDS } from '@northlight/contract';
import { Modal, Progress, Text } from '@mantine/core';
import { useDiagnostics } from '../../devices/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { useNetworkDraft } from '../../draft/index.ts';

interface ThroughputDialogProps {
  readonly link: BridgeLink;
  readonly devices: readonly BridgeDevice[];
  readonly clientId: string;
  readonly onClose: () => void;
}

/** Measures how much data a link carries between a client and its base, in one direction after the other. */
export function ThroughputDialog({ clientId, devices, link, onClose }: ThroughputDialogProps) {
  const { can } = useNetworkDraft();
  const { runs, start } = useDiagnostics([clientId]);
  const [run] = runs;
  const nameOf = (id: string): string => devices.find((device) => device.id === id)?.name ?? 'Removed bridge';
  const [client, base] = [nameOf(clientId), nameOf(link.baseId)];
  const { receivedMbps, sentMbps } = run?.row?.result?.throughput ?? {};
  const isRunning = run?.isRunning === true;
  return (
    <Modal opened onClose={onClose} title={`Throughput of ${link.name}`} size={POPUP_WIDTHS.narrow}>
      <div role="status">
        <dl className="field-columns below">
          <Direction label={`${base} to ${client}`} mbps={receivedMbps} />
          <Direction label={`${client} to ${base}`} mbps={sentMbps} />
        </dl>
      </div>
      {isRunning && (
        <Progress
          size={4}
          mb={10}
          value={run.row?.percent ?? 0}
          aria-label={`Throughput test: ${Math.round(run.row?.percent ?? 0)} percent`}
        />
      )}
      {run?.failure !== undefined && <Notice tone="error">{run.failure}</Notice>}
      <p className="mut above">
        The bridges send test data for {THROUGHPUT_SECONDS} s in each direction. Devices behind the link are
        slower during this time.
      </p>
      <div className="flex wrap gap-8 above">
        <GatedButton
          can={can}
          loading={isRunning}
          onClick={() => void start({ kind: 'throughput', args: { seconds: THROUGHPUT_SECONDS } })}
        >
          {run?.row ? 'Test again' : 'Start test'}
        </GatedButton>
      </div>
    </Modal>
  );
}

const Direction = ({ label, mbps }: { readonly label: string; readonly mbps: number | undefined }) => (
  <div>
    <dt>{label}</dt>
    <Text component="dd" fz={26} fw={600}>
      {mbps === undefined ? '–' : Math.round(mbps)}{' '}
      <Text span c="dimmed" fz={14} fw={400}>
        Mbit/s
      </Text>
    </Text>
  </div>
);
