import type { CallbackAnswer } from '@northlight/contract';
import { readStored, writeStored } from '../../kit/stored.ts';

export type Binding = Extract<CallbackAnswer, { step: 'bind' }>;

/**
 * Session-storage key of the flow that connects a third-party account after its authentication. The flow works only with
 * this browser's cookie.
 */
const KEY = 'northlight.binding';

export function isBinding(value: unknown): value is Binding {
  if (typeof value !== 'object' || value === null || !('step' in value && 'flowId' in value)) return false;
  if (value.step !== 'bind' || typeof value.flowId !== 'string') return false;
  if (!('provider' in value) || typeof value.provider !== 'object' || value.provider === null) return false;
  return 'label' in value.provider && typeof value.provider.label === 'string';
}

export const storeBinding = (binding: Binding | undefined): void => writeStored(sessionStorage, KEY, binding);
export const loadBinding = (): Binding | undefined => readStored(sessionStorage, KEY, isBinding);
