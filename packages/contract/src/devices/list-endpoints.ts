import { endpoint } from '../kit/endpoint.ts';
import { listOf } from '../kit/page.ts';
import { projectParams } from '../projects/endpoints.ts';
import { job } from './jobs.ts';
import { jobParams } from './params.ts';
import { device } from './device.ts';

const both = ['web', 'openapi'] as const;

/** What every page of a project shows of its devices: apart, because it is loaded first. */
export const deviceListEndpoints = {
  deviceList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/devices',
    access: both,
    needs: 'read',
    summary: 'Devices of a project with their state and figures.',
    params: projectParams,
    response: listOf(device),
  }),
  jobList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/jobs',
    access: both,
    needs: 'read',
    summary: 'The latest jobs on devices.',
    params: projectParams,
    response: listOf(job),
  }),
  jobGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/jobs/{jobId}',
    access: both,
    needs: 'read',
    summary: 'One job with a row per device.',
    params: jobParams,
    response: job,
  }),
} as const;
