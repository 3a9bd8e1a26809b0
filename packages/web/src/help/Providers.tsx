import { useQuery } from '@tanstack/react-query';
import { q } from '../kit/api/index.ts';
import { Notice } from '../ui/Notice.tsx';

/** What this installation offers, or why it offers nothing. */
export function Providers() {
  const options = useQuery(q('signInOptions', {})).data;
  if (!options) return null;
  const { providers } = options;
  return (
    <Notice tone="plain" title="On this installation">
      {providers.enabled
        ? `You can sign in through ${providers.value.map(({ label }) => label).join(', ')}.`
        : `${providers.reason} So the sign-in page shows no button for it.`}
    </Notice>
  );
}
