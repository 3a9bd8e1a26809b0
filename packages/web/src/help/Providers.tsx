import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../kit/api/index.ts';
import { Notice } from '../ui/Notice.tsx';

/** Lists the sign-in providers of this installation, or shows why there are none. */
export function Providers() {
  const options = useQuery(createQuery('signInOptions', {})).data;
  if (!options) return null;
  const { providers } = options;
  return (
    <Notice tone="plain" title="On this installation">
      {providers.enabled
        ? `You can sign in through ${providers.value.map(({ label }) => label).join(', ')}.`
        : `${providers.reason} The sign-in page shows no provider buttons.`}
    </Notice>
  );
}
