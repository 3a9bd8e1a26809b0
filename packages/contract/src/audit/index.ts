import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { DEFAULT_PAGE_SIZE, pageCursor, pageLimit, SEARCH_MAX, createListSchema } from '../kit/page.ts';
import { searchText, storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';

/** One attempted or completed change: actor, source, old and new value, result. */
export const auditRecord = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  /** Name of the actor's account. Present only in the audit list of a project, if the account has access to that project. */
  actorName: z.string().optional(),
  network: z.string().optional(),
  projectId: z.number().int().optional(),
  action: z.string(),
  object: z.string(),
  /**
   * Object with the name of the project or device in place of its ID. Present only in the audit list of a project, for
   * the project itself and its own devices.
   */
  objectName: z.string().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
  result: z.string(),
  requestId: z.string().optional(),
  /** Position in the hash chain; absent until the record is linked, which takes up to 2 s. */
  sequence: z.number().int().optional(),
});
export type AuditRecord = z.infer<typeof auditRecord>;

const auditQuery = z.object({
  /** Text in the actor, the action or the object. */
  search: searchText(SEARCH_MAX).optional(),
  actor: searchText(254).optional(),
  /** A whole action, or its first part: `project` selects every action on projects. */
  action: storableText(60).optional(),
  object: searchText(200).optional(),
  result: storableText(60).optional(),
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  cursor: pageCursor.optional(),
  limit: pageLimit(DEFAULT_PAGE_SIZE),
});
const chain = z.object({
  /** Number of records that are linked in the chain. */
  length: z.number().int(),
  whole: z.boolean(),
  /** Position of the first record that was changed; absent for a valid chain. */
  brokenAt: z.number().int().optional(),
  reason: z.string().optional(),
});

export const auditEndpoints = {
  auditList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/audit',
    access: ['web', 'openapi'],
    needs: 'read',
    reads: [],
    summary: 'Lists the changes in a project. Viewers see only their own records.',
    params: projectParams,
    query: auditQuery,
    response: createListSchema(auditRecord),
  }),
  auditListAll: endpoint({
    method: 'GET',
    path: '/api/v1/audit',
    access: ['web'],
    needs: 'administrator',
    summary: 'Lists the records without a project: sign-ins, accounts, settings.',
    query: auditQuery,
    response: createListSchema(auditRecord),
  }),
  auditListOwn: endpoint({
    method: 'GET',
    path: '/api/v1/account/audit',
    access: ['web'],
    needs: 'account',
    summary: 'Lists the activity of the caller’s own account, in all projects and outside of them.',
    query: auditQuery,
    response: createListSchema(auditRecord),
  }),
  auditVerify: endpoint({
    method: 'POST',
    path: '/api/v1/audit/verify',
    access: ['web'],
    needs: 'administrator',
    summary: 'Verifies the hash chain of all records.',
    response: chain,
  }),
} as const;
