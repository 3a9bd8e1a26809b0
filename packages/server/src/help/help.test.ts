import { readFileSync } from 'node:fs';
import {
  ACCOUNT_KINDS,
  ACCOUNT_ROLES,
  type Caller,
  CALLERS,
  isProjectNeed,
  type AccessNeed,
  SETTINGS,
  ALLOWED_CALLERS,
} from '@northlight/contract';
import { expect, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { getPermissionFor, type Principal, type ProjectAccess } from '../platform/http/principal.ts';

const person = (role: number, accountKind: number): Principal => ({
  kind: 'account',
  sessionId: 's',
  access: 'web',
  account: { id: 'a', account: 'a@example.com', nickname: 'A', role, accountKind, level: 0, cloudCode: 'X' },
});
const project = (values: Pick<ProjectAccess, 'right' | 'property'>): ProjectAccess => ({
  projectId: 7,
  netMode: 0,
  demo: false,
  copy: false,
  ...values,
});
const normal = person(ACCOUNT_ROLES.normal, ACCOUNT_KINDS.guest);
const CALLER_CONTEXTS: Readonly<Record<Caller, { principal: Principal; project?: ProjectAccess }>> = {
  visitor: { principal: { kind: 'visitor', sessionId: 's', access: 'web' } },
  account: { principal: normal },
  reader: { principal: normal, project: project({ right: 'r', property: 'shared-read-only' }) },
  writer: { principal: normal, project: project({ right: 'rw', property: 'shared-manageable' }) },
  owner: { principal: normal, project: project({ right: 'rw', property: 'own' }) },
  manufacturer: { principal: person(ACCOUNT_ROLES.manufacturer, ACCOUNT_KINDS.guest) },
  administrator: { principal: person(ACCOUNT_ROLES.normal, ACCOUNT_KINDS.admin) },
};

test('documents the role permissions that the authorise function grants', () => {
  for (const need of Object.keys(ALLOWED_CALLERS) as AccessNeed[])
    for (const caller of CALLERS) {
      const { principal, project: access } = CALLER_CONTEXTS[caller];
      const demand = { need, access: ['web'] as const, ...(isProjectNeed(need) && { project: access }) };
      const { allowed } = getPermissionFor(principal, demand);
      expect([need, caller, allowed]).toEqual([need, caller, ALLOWED_CALLERS[need].includes(caller)]);
    }
});

const readSource = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('documents exactly the settings that the server reads', () => {
  const text = readSource('../platform/config.ts') + readSource('../context.ts');
  const read = [...text.matchAll(/'(NORTHLIGHT_[A-Z_]+|DATABASE_URL)'/g)].map(([, name]) => name);
  expect(new Set(SETTINGS.map(({ name }) => name))).toEqual(new Set(read));
  expect(SETTINGS).toHaveLength(new Set(read).size);
});

test('documents the defaults that the server uses', () => {
  const {
    port,
    mqttPort,
    mqttsPort,
    deviceHttpsPort,
    ucentralPort,
    ucentralSimulators,
    host,
    cookieName,
    idleMinutes,
    password,
    codeDigits,
    demo,
    oneSession,
  } = readConfig({});
  const findFallback = (name: string) => SETTINGS.find((setting) => setting.name === name)?.fallback;
  expect({
    NORTHLIGHT_PORT: String(port),
    NORTHLIGHT_MQTT_PORT: String(mqttPort),
    NORTHLIGHT_MQTTS_PORT: String(mqttsPort),
    NORTHLIGHT_DEVICE_HTTPS_PORT: String(deviceHttpsPort),
    NORTHLIGHT_UCENTRAL_PORT: String(ucentralPort),
    NORTHLIGHT_UCENTRAL_SIMULATORS: ucentralSimulators ? 'on' : 'off',
    NORTHLIGHT_HOST: host,
    NORTHLIGHT_COOKIE: cookieName,
    NORTHLIGHT_IDLE_MINUTES: String(idleMinutes),
    NORTHLIGHT_PASSWORD_MIN: String(password.min),
    NORTHLIGHT_PASSWORD_MAX: String(password.max),
    NORTHLIGHT_EMAIL_CODE_DIGITS: String(codeDigits.mail),
    NORTHLIGHT_SMS_CODE_DIGITS: String(codeDigits.sms),
    NORTHLIGHT_DEMO: demo ? 'on' : 'off',
    NORTHLIGHT_ONE_SESSION: oneSession ? 'on' : 'off',
  }).toEqual(
    Object.fromEntries(
      [
        'PORT',
        'MQTT_PORT',
        'MQTTS_PORT',
        'DEVICE_HTTPS_PORT',
        'UCENTRAL_PORT',
        'UCENTRAL_SIMULATORS',
        'HOST',
        'COOKIE',
        'IDLE_MINUTES',
        'PASSWORD_MIN',
        'PASSWORD_MAX',
        'EMAIL_CODE_DIGITS',
        'SMS_CODE_DIGITS',
        'DEMO',
        'ONE_SESSION',
      ].map((name) => [`NORTHLIGHT_${name}`, findFallback(`NORTHLIGHT_${name}`)]),
    ),
  );
});
