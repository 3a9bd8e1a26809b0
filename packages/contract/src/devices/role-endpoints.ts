import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { configReview } from '../network/schema.ts';
import { storableText } from '../net/index.ts';
import { job } from './jobs.ts';
import { deviceParams } from './params.ts';
import { DEVICE_ROLES } from './roles.ts';

const both = ['web', 'openapi'] as const;
const path = '/api/v1/projects/{projectId}/devices/{deviceId}';
const REFUSALS = ['invalidParameters', 'deviceLimit', 'deviceUnknown', 'deviceDeleted'] as const;
const roleChange = z.object({ role: z.enum(DEVICE_ROLES) });

export const roleEndpoints = {
  deviceRoleReview: endpoint({
    method: 'POST',
    path: `${path}/role-reviews`,
    access: both,
    needs: 'write',
    summary: 'Reviews a change of the role of a device in its project. It stores nothing.',
    params: deviceParams,
    body: roleChange,
    response: configReview,
    errors: REFUSALS,
  }),
  deviceRoleChange: endpoint({
    method: 'PUT',
    path: `${path}/role`,
    access: both,
    needs: 'write',
    changes: ['devices', 'networkConfig', 'jobs'],
    summary: 'Changes the role of a device in its project, and pushes the configuration of the new role.',
    params: deviceParams,
    body: roleChange.extend({ confirmName: storableText(60).optional() }),
    response: job,
    errors: [...REFUSALS, 'managementCutOff'],
    status: 202,
  }),
} as const;
