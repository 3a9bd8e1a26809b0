import type { Api, CallResult } from '@northlight/contract';
import { useEffect, useState } from 'react';
import { call } from '../kit/api/call.ts';

export type SignInOptions = CallResult<Api['signInOptions']>;

/** Returns the sign-in options of this installation; undefined until the server has answered. */
export function useSignInOptions(): SignInOptions | undefined {
  const [options, setOptions] = useState<SignInOptions>();
  useEffect(() => {
    const abort = new AbortController();
    call('signInOptions', {}, { signal: abort.signal })
      .then(setOptions)
      // Ignores the error: the form works without the options and reports an unreachable server itself.
      .catch(() => undefined);
    return () => abort.abort();
  }, []);
  return options;
}
