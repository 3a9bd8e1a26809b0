import type { Device, Permission } from '@northlight/contract';
import { expect, test } from 'vitest';
import { getFindNodesPermission } from './find-nodes-permission.ts';

const ALLOWED: Permission = { allowed: true };
const READ_ONLY: Permission = { allowed: false, code: 173, reason: 'You can only read this project.' };
const OFFLINE: Permission = { allowed: false, code: 36, reason: 'The device is offline.' };

const createDevice = (
  role: Device['role'],
  features: Device['features'],
  diagnose: Permission = ALLOWED,
): Device =>
  // The function reads only these members.
  ({ name: 'Hall', role, features, can: { diagnose } }) as unknown as Device;

test.each([
  ['the project is read-only', READ_ONLY, undefined, READ_ONLY],
  ['the devices load', ALLOWED, undefined, undefined],
  ['there is no primary node', ALLOWED, [createDevice('mesh-secondary', [])], /has no primary node/],
  ['the software is too old', ALLOWED, [createDevice('mesh-primary', ['mesh'])], /^Hall cannot find/],
  ['the primary node is offline', ALLOWED, [createDevice('mesh-primary', ['find-nodes'], OFFLINE)], OFFLINE],
  ['the primary node is online', ALLOWED, [createDevice('mesh-primary', ['find-nodes'])], ALLOWED],
])('decides whether the user can search for nodes when %s', (_case, write, devices, expected) => {
  const permission = getFindNodesPermission(write, devices);
  if (expected instanceof RegExp)
    expect(permission).toMatchObject({ allowed: false, reason: expect.stringMatching(expected) });
  else expect(permission).toEqual(expected);
});
