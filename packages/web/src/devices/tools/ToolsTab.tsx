import type { Device, Diagnostic } from '@northlight/contract';
import { diagnosticHost } from '@northlight/contract';
import { Group, NumberInput, Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { Section } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useDiagnostics } from '../use-diagnostics.ts';
import { ToolResult } from './ToolResult.tsx';
import classes from './tools.module.css';

const PINGS = 4;

/** Tab with the diagnostics of a device. Each run is a job, whose result is shown until the next run. */
export function ToolsTab({ device }: { readonly device: Device }) {
  const has = (feature: Device['features'][number]) => device.features.includes(feature);
  const [host, setHost] = useState('9.9.9.9');
  const [count, setCount] = useState<number | string>(PINGS);
  const hostProblem = diagnosticHost.safeParse(host).error?.issues[0]?.message;
  return (
    <>
      {has('ping') && (
        <Section title="Ping and traceroute">
          <p className={classes['purpose']}>
            Tests whether the device reaches a host, and shows the routers on the way.
          </p>
          <Group align="start" gap={12} wrap="nowrap">
            <TextInput
              label="Host"
              placeholder="Address or host name"
              flex={1}
              value={host}
              error={host !== '' && hostProblem}
              onChange={(event) => setHost(event.currentTarget.value)}
            />
            <NumberInput label="Pings" w={88} min={1} max={20} value={count} onChange={setCount} />
          </Group>
          <div className={classes['pair']}>
            <DiagnosticRun
              device={device}
              name="Ping"
              blocked={hostProblem !== undefined}
              request={() => ({ kind: 'ping', args: { host, count: Number(count) || PINGS } })}
            />
            <DiagnosticRun
              device={device}
              name="Traceroute"
              blocked={hostProblem !== undefined}
              request={() => ({ kind: 'traceroute', args: { host } })}
            />
          </div>
        </Section>
      )}
      {has('wifi-scan') && (
        <Section title="Nearby Wi-Fi">
          <p className={classes['purpose']}>
            Lists the networks on all channels. The scan takes about 30 s. During this time, the radios leave
            their channels briefly, and clients are slower.
          </p>
          <DiagnosticRun device={device} name="Scan networks" request={() => ({ kind: 'wifi-scan' })} />
        </Section>
      )}
      {has('route-table') && (
        <Section title="Route table">
          <p className={classes['purpose']}>Lists the routes that the device uses now.</p>
          <DiagnosticRun device={device} name="Load routes" request={() => ({ kind: 'route-table' })} />
        </Section>
      )}
    </>
  );
}

interface DiagnosticRunProps {
  readonly device: Device;
  readonly name: string;
  readonly blocked?: boolean;
  readonly request: () => Diagnostic;
}

function DiagnosticRun({ device, name, blocked = false, request }: DiagnosticRunProps) {
  const { runs, start } = useDiagnostics([device.id]);
  const [run] = runs;
  const { failure, isRunning = false, row } = run ?? {};
  return (
    <div className={classes['run']} data-answered={row !== undefined || failure !== undefined || undefined}>
      <GatedButton
        can={device.can.diagnose}
        variant="default"
        loading={isRunning}
        disabled={blocked}
        onClick={() => void start(request())}
      >
        {name}
      </GatedButton>
      {failure !== undefined && <Notice tone="error">{failure}</Notice>}
      {isRunning && row?.percent !== undefined && (
        <Progress size={4} mt={8} value={row.percent} aria-label={`${name}: ${row.percent} percent`} />
      )}
      {row?.result && <ToolResult result={row.result} />}
    </div>
  );
}
