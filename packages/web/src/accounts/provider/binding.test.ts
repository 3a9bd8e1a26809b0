import { expect, it } from 'vitest';
import { isBinding } from './binding.ts';

it('accepts a stored third-party account only in the form that the server sends', () => {
  const binding = { step: 'bind', flowId: 'f', expiresAt: '', provider: { id: 'chat', label: 'Chat app' } };
  expect(isBinding(binding)).toBe(true);
  for (const other of [
    undefined,
    null,
    'bind',
    {},
    { ...binding, step: 'link' },
    { ...binding, provider: {} },
  ])
    expect(isBinding(other)).toBe(false);
});
