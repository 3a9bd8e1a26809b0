import { type Alarm, getFirstStep } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../app/app-link.tsx';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { UplinkPort } from './UplinkPort.tsx';
import { findFirstStepLink } from './first-step-link.ts';

type StepAlarm = Pick<Alarm, 'device' | 'kind' | 'subject'> & Partial<Pick<Alarm, 'event'>>;

/** Returns the recommended first action of an open alarm and the page on which it is taken. */
export function useFirstStep(alarm: StepAlarm) {
  const { id: projectId } = useProject();
  const { device, kind } = alarm;
  const found = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: device?.id ?? '' } }),
    enabled: device !== undefined,
    retry: false,
  }).data;
  const network = useQuery({
    ...createQuery('networkConfigGet', { params: { projectId } }),
    enabled: kind === 'dhcp-pool-high',
    retry: false,
  }).data;
  return {
    device: found,
    text: getFirstStep(kind, found?.capabilities.kind),
    link: findFirstStepLink(alarm, found, network?.config.dhcpPools ?? []),
  };
}

export function FirstStep({ alarm }: { readonly alarm: StepAlarm }) {
  const { device, link, text } = useFirstStep(alarm);
  return (
    <>
      <p>{text}</p>
      {(alarm.kind === 'device-offline' || alarm.kind === 'device-flapping') && device && (
        <UplinkPort device={device} />
      )}
      {link && (
        <ButtonLink variant="default" mt={10} to={link.to} search={link.search}>
          {link.label}
        </ButtonLink>
      )}
    </>
  );
}
