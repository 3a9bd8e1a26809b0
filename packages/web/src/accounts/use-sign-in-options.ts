import type { Api, CallResult } from '@northlight/contract';
import { useEffect, useState } from 'react';
import { call } from '../kit/api/call.ts';

export type SignInOptions = CallResult<Api['signInOptions']>;

/** Which ways in there are; undefined until the server has said so. */
export function useSignInOptions(): SignInOptions | undefined {
  const [options, setOptions] = useState<SignInOptions>();
  useEffect(() => {
    const abort = new AbortController();
    call('signInOptions', {}, { signal: abort.signal })
      .then(setOptions)
      // Without an answer the form below still works, and says itself when the server is away.
      .catch(() => undefined);
    return () => abort.abort();
  }, []);
  return options;
}
