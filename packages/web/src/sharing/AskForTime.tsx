import { useQuery } from '@tanstack/react-query';
import { q } from '../kit/api/index.ts';
import { ExtensionButton } from './ExtensionButton.tsx';

/** The same question beside a message, which names the project only. */
export function AskForTime({ projectId }: { readonly projectId: number }) {
  const shares = useQuery(q('shareReceivedList', {})).data?.items ?? [];
  const share = shares.find((each) => each.projectId === projectId);
  return share ? <ExtensionButton share={share} /> : null;
}
