import { SeededEntropy } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { Envelope, Secret } from './envelope.ts';

const envelope = new Envelope(Buffer.alloc(32, 7), new SeededEntropy(1));

test('opens a secret only with its own context', () => {
  const key = envelope.newKey('project|1');
  const sealed = envelope.seal(key, 'project|1', new Secret('hunter22'), '1|projects|1|device_password');
  expect(envelope.open(key, 'project|1', sealed, '1|projects|1|device_password').reveal()).toBe('hunter22');
  expect(() => envelope.open(key, 'project|1', sealed, '2|projects|2|device_password')).toThrow();
  expect(() =>
    envelope.open(envelope.newKey('project|2'), 'project|2', sealed, '1|projects|1|device_password'),
  ).toThrow();
  expect(sealed.toString('latin1')).not.toContain('hunter22');
});

test('masks a secret in strings and JSON', () => {
  expect(JSON.stringify({ password: new Secret('hunter22') })).toBe('{"password":"••••"}');
  expect(String(new Secret('hunter22'))).toBe('••••');
});
