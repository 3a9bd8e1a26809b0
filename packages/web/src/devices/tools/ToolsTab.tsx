import type { Device, Diagnostic } from '@northlight/contract';
import { diagnosticHost } from '@northlight/contract';
import { Group, NumberInput, Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { Age } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { getPermission } from '../maintenance/command-plan.ts';
import { useMaintenance } from '../maintenance/use-maintenance.tsx';
import { useDiagnostics, useLastDiagnostic } from './use-diagnostics.ts';
import { ToolResult } from './ToolResult.tsx';
import { CODE_INPUT } from '../../kit/form/typed-fields.tsx';

const PINGS = 4;

/** Tab with the diagnostics of a device. Each run is a job, whose result is shown with its age until the next run.
 * Tools that the model does not support give the reason in place of a button. */
export function ToolsTab({ device }: { readonly device: Device }) {
  const has = (feature: Device['features'][number]) => device.features.includes(feature);
  return (
    <>
      {has('ping') ? (
        <HostTools device={device} />
      ) : (
        <MissingTool device={device} title="Ping and traceroute" of="pings" />
      )}
      {has('poe-restart') && <PoeRestart device={device} />}
      {has('wifi-scan') && (
        <Section title="Nearby Wi-Fi">
          <p className="mut below">
            Lists the networks on all channels. The scan takes about 30 s. During this time, the radios leave
            their channels briefly, and clients are slower.
          </p>
          <SingleTool device={device} name="Scan networks" body={{ kind: 'wifi-scan' }} />
        </Section>
      )}
      {has('route-table') && (
        <Section title="Route table">
          <p className="mut below">Lists the routes that the device uses now.</p>
          <SingleTool device={device} name="Load routes" body={{ kind: 'route-table' }} />
        </Section>
      )}
    </>
  );
}

/** Ping and traceroute of one host. The results are below both buttons, so that a result moves neither. */
function HostTools({ device }: { readonly device: Device }) {
  const [host, setHost] = useState('9.9.9.9');
  const [count, setCount] = useState<number | string>(PINGS);
  const problem = diagnosticHost.safeParse(host).error?.issues[0]?.message;
  const ping = useTool(device, 'Ping', 'ping');
  const traceroute = useTool(device, 'Traceroute', 'traceroute');
  return (
    <Section title="Ping and traceroute">
      <p className="mut below">Tests whether the device reaches a host, and shows the routers on the way.</p>
      <Group align="start" gap={12} wrap="nowrap">
        <TextInput
          {...CODE_INPUT}
          label="Host"
          placeholder="Address or host name"
          flex={1}
          value={host}
          error={host !== '' && problem}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
        <NumberInput label="Pings" w={88} min={1} max={20} value={count} onChange={setCount} />
      </Group>
      <Group gap={8} mt={8}>
        <ToolButton
          tool={ping}
          blocked={problem !== undefined}
          body={{ kind: 'ping', args: { host, count: Number(count) || PINGS } }}
        />
        <ToolButton
          tool={traceroute}
          blocked={problem !== undefined}
          body={{ kind: 'traceroute', args: { host } }}
        />
      </Group>
      <ToolOutcome tool={ping} />
      <ToolOutcome tool={traceroute} />
    </Section>
  );
}

interface MissingToolProps {
  readonly device: Device;
  readonly title: string;
  /** Function that the model lacks, in the plural. */
  readonly of: string;
}

const MissingTool = ({ device, of, title }: MissingToolProps) => (
  <Section title={title}>
    <p className="mut below">
      The model {device.model} does not support {of}.
    </p>
  </Section>
);

/** Interrupts the power of all PoE ports, after a confirmation. */
function PoeRestart({ device }: { readonly device: Device }) {
  const { confirm } = useMaintenance();
  return (
    <Section title="PoE">
      <p className="mut below">
        Interrupts the power of all PoE ports for a few seconds. The devices on these ports restart.
      </p>
      <GatedButton
        can={getPermission(device, 'poe-restart')}
        variant="default"
        onClick={() => confirm('poe-restart', [device])}
      >
        Restart PoE
      </GatedButton>
    </Section>
  );
}

interface SingleToolProps {
  readonly device: Device;
  readonly name: string;
  readonly body: Diagnostic;
}

function SingleTool({ body, device, name }: SingleToolProps) {
  const tool = useTool(device, name, body.kind);
  return (
    <>
      <ToolButton tool={tool} body={body} />
      <ToolOutcome tool={tool} />
    </>
  );
}

/** The last run of a diagnostic, with the host for which it was started on this page. */
function useTool(device: Device, name: string, kind: Diagnostic['kind']) {
  const { runs, start } = useDiagnostics([device.id]);
  const [host, setHost] = useState<string>();
  const earlier = useLastDiagnostic(device.id, kind);
  const [run] = runs;
  return {
    device,
    name,
    host,
    run: run?.row || run?.failure !== undefined ? run : earlier,
    start: (body: Diagnostic) => {
      setHost('args' in body && 'host' in body.args ? body.args.host : undefined);
      void start(body);
    },
  };
}
type Tool = ReturnType<typeof useTool>;

interface ToolButtonProps {
  readonly tool: Tool;
  readonly body: Diagnostic;
  readonly blocked?: boolean;
}

const ToolButton = ({ blocked = false, body, tool }: ToolButtonProps) => (
  <GatedButton
    can={tool.device.can.diagnose}
    variant="default"
    loading={tool.run?.isRunning ?? false}
    disabled={blocked}
    onClick={() => tool.start(body)}
  >
    {tool.name}
  </GatedButton>
);

/** Progress, failure or result of the last run, with its age. */
function ToolOutcome({ tool: { host, name, run } }: { readonly tool: Tool }) {
  const { timeZone } = useProject();
  const { failure, isRunning = false, row } = run ?? {};
  if (!row && failure === undefined) return null;
  return (
    <section className="shrink-x above" aria-label={`Result of ${name}`}>
      {failure !== undefined && <Notice tone="error">{failure}</Notice>}
      {isRunning && row?.percent !== undefined && (
        <Progress size={4} value={row.percent} aria-label={`${name}: ${row.percent} percent`} />
      )}
      {row?.result && (
        <>
          <p className="strong">
            {host === undefined ? name : `${name} ${host}`}{' '}
            <span className="mut regular">
              · <Age at={row.updatedAt} timeZone={timeZone} verb="" />
            </span>
          </p>
          <ToolResult result={row.result} host={host} />
        </>
      )}
    </section>
  );
}
