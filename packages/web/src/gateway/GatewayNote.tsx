import { deviceState } from '@northlight/contract';
import { useGatewayDraft } from './draft-context.tsx';

/** Which gateway this is for, how it is, and how much room there is. */
export function GatewayNote({ count, limit }: { readonly count: number; readonly limit: number }) {
  const { device } = useGatewayDraft().scope;
  const gateway = device
    ? `gateway ${device.name}, ${deviceState(device.state).word.toLowerCase()}`
    : 'no gateway in this project yet';
  return (
    <>
      {count} of {limit} · {gateway}
    </>
  );
}
