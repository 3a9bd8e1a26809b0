import { useQuery } from '@tanstack/react-query';
import { q } from '../kit/api/index.ts';
import { ExtensionButton } from './ExtensionButton.tsx';

/** Extension button for a message, which identifies only the project. */
export function RequestExtension({ projectId }: { readonly projectId: number }) {
  const shares = useQuery(q('shareReceivedList', {})).data?.items ?? [];
  const share = shares.find((each) => each.projectId === projectId);
  return share ? <ExtensionButton share={share} /> : null;
}
