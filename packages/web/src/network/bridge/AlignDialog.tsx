import { Modal, Text } from '@mantine/core';
import type { BridgeDevice, BridgeLink } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { call, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { ChoiceField, SwitchField } from '../../kit/form/fields.tsx';
import { ABSENT, Age, formatDbm } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { useNetworkDraft } from '../../draft/index.ts';
import { type EndReading, readLink } from './link-readings.ts';
import { SignalTone } from './signal-tone.ts';
import classes from './bridge.module.css';

/** Time for which the bridges report every second. */
const ALIGN_SECONDS = 300;
const SCALE = { weakest: -90, strongest: -30 } as const;

interface AlignDialogProps {
  readonly link: BridgeLink;
  readonly devices: readonly BridgeDevice[];
  readonly clientId: string;
  readonly onClose: () => void;
}

/** Shows the signal of a link live, in large figures and as a tone, for the alignment of an antenna. */
export function AlignDialog({ clientId, devices, link, onClose }: AlignDialogProps) {
  const { id: projectId, timeZone } = useProject();
  const { can } = useNetworkDraft();
  const [endId, setEndId] = useState(clientId);
  const [isLive, setIsLive] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data } = useQuery(createQuery('bridgeStateList', { params: { projectId } }));
  const client = readLink(link, data?.items ?? [], devices).find((each) => each.clientId === clientId);
  const end = client?.ends.find(({ id }) => id === endId);
  const tone = useSignalTone(end);
  const start = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const body = { kind: 'align', args: { seconds: ALIGN_SECONDS } } as const;
      for (const deviceId of [clientId, link.baseId])
        await call('deviceDiagnose', { params: { projectId, deviceId }, body });
      setIsLive(true);
      setTimeout(() => setIsLive(false), ALIGN_SECONDS * 1000);
    } catch (error) {
      setProblem(toErrorSentence(error));
    }
  };
  const nameOf = (id: string): string => devices.find((device) => device.id === id)?.name ?? ABSENT;
  return (
    <Modal opened onClose={onClose} title={`Align ${link.name}`} size={POPUP_WIDTHS.narrow}>
      <ChoiceField
        label="You are at"
        value={endId}
        onChange={setEndId}
        data={[clientId, link.baseId].map((id) => ({ value: id, label: nameOf(id) }))}
      />
      <Level end={end} />
      {end && <Chains end={end} />}
      {problem && <Notice tone="error">{problem}</Notice>}
      <p className="mut above">
        {isLive ? (
          'Both bridges report every second for 5 min. Turn one antenna slowly: left and right first, then up and down. Then do the same at the other end.'
        ) : (
          <>
            The figures are <Age at={end?.at} timeZone={timeZone} verb="reported" />. Start the alignment to
            get new figures every second.
          </>
        )}
      </p>
      <div className="flex wrap gap-8 above">
        <GatedButton can={can} disabled={isLive} onClick={() => void start()}>
          {isLive ? 'Alignment is running' : 'Start alignment'}
        </GatedButton>
        <SwitchField
          label="Tone"
          description="Higher is stronger"
          checked={tone.isOn}
          onChange={(event) => tone.set(event.currentTarget.checked)}
        />
      </div>
    </Modal>
  );
}

const toPercent = (dbm: number): string => {
  const share = (dbm - SCALE.weakest) / (SCALE.strongest - SCALE.weakest);
  return `${Math.round(100 * Math.min(1, Math.max(0, share)))}%`;
};

function Level({ end }: { readonly end: EndReading | undefined }) {
  if (!end)
    return (
      <p className={`mut ${classes['target']}`} role="status">
        This bridge is not connected to the other end, or has not reported.
      </p>
    );
  const { expectedDbm, peer } = end;
  return (
    <>
      <div
        className={`flex align-baseline justify-centre gap-10 strong tabular above ${classes['level']}`}
        role="status"
        aria-label={`Signal ${formatDbm(peer.signalDbm)}`}
      >
        {String(peer.signalDbm).replace('-', '−')}
        <Text component="small" c="dimmed" fz={18} fw={400}>
          dBm
        </Text>
      </div>
      <p className={`mut ${classes['target']}`}>
        {expectedDbm === undefined
          ? 'No expectation: unknown antenna'
          : `Expected: ${formatDbm(expectedDbm)}`}
      </p>
      <div className={`relative ${classes['scale']}`} aria-hidden="true">
        <div className={`absolute ${classes['fill']}`} style={{ width: toPercent(peer.signalDbm) }} />
        {expectedDbm !== undefined && (
          <div className={`absolute ${classes['mark']}`} style={{ left: toPercent(expectedDbm) }} />
        )}
      </div>
    </>
  );
}

const listChains = ({ chainsDbm }: EndReading['peer']) =>
  chainsDbm.map((dbm, index) => ({ label: `Chain ${index + 1}`, dbm }));

const Chains = ({ end: { noiseDbm, peer } }: { readonly end: EndReading }) => (
  <div className={`grid tabular align-centre gap-10 ${classes['chains']}`}>
    {listChains(peer).map(({ dbm, label }) => (
      <Fragment key={label}>
        <span>{label}</span>
        <div className={`relative ${classes['scale']}`} aria-hidden="true">
          <div className={`absolute ${classes['fill']}`} style={{ width: toPercent(dbm) }} />
        </div>
        <span>{formatDbm(dbm)}</span>
      </Fragment>
    ))}
    <span>Noise</span>
    <span />
    <span>{noiseDbm === undefined ? ABSENT : formatDbm(noiseDbm)}</span>
    <span>Rates</span>
    <span />
    <span>
      {Math.round(peer.rxRateMbps)} / {Math.round(peer.txRateMbps)} Mbit/s
    </span>
  </div>
);

/** Plays a tone for each new report of an end while it is turned on. */
function useSignalTone(end: EndReading | undefined) {
  const [tone, setTone] = useState<SignalTone>();
  const signalDbm = end?.peer.signalDbm;
  const at = end?.at;
  useEffect(() => {
    if (at !== undefined && signalDbm !== undefined) tone?.play(signalDbm);
  }, [at, signalDbm, tone]);
  useEffect(() => () => tone?.[Symbol.dispose](), [tone]);
  return {
    isOn: tone !== undefined,
    // Browsers allow sound only after an action of the user.
    set: (isOn: boolean) => setTone(isOn ? new SignalTone() : undefined),
  };
}
