import { z } from 'zod';
import { job } from '../devices/schema.ts';
import { configChange } from '../kit/config-change.ts';
import { fileAnswer } from '../kit/download.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { createListSchema, DEFAULT_PAGE_SIZE, pageCursor, pageLimit, SEARCH_MAX } from '../kit/page.ts';
import { secret } from '../kit/secret.ts';
import { searchText, storableText } from '../net/index.ts';
import { configReview } from '../network/schema.ts';
import { projectParams } from '../projects/endpoints.ts';
import { NET_MODES } from '../projects/schema.ts';
import {
  backup,
  BACKUP_FILE_MAX_BYTES,
  BACKUP_GENERAL_MAX,
  BACKUP_INTERVAL_MINUTES,
  backupContents,
  backupOrder,
  backupRemark,
  backupReport,
  backupRestoration,
  backupSummary,
  backupSync,
  backupTaken,
  filePassword,
  backupType,
} from './schema.ts';

/** The files exist in WLAN projects only. */
const modes = [NET_MODES.wlan];
const BASE = '/api/v1/projects/{projectId}/backups';
const access = ['web', 'openapi'] as const;
const backupParams = projectParams.extend({ backupId: z.uuid('The backup does not exist.') });
const FILE_PASSWORD_MAX = 256;
/** Name of the project, which confirms a change that cuts a device off. */
const confirmName = storableText(60).optional();
const UNKNOWN = ['fileMissing'] as const;

export const backupEndpoints = {
  backupList: endpoint({
    method: 'GET',
    path: BASE,
    access,
    needs: 'read',
    modes,
    // The state of a file follows from the configuration of its device, and from the job of its restoration.
    reads: ['backups', 'networkConfig', 'deviceSettings', 'jobs'],
    summary: 'Lists the backups of a project, latest first.',
    params: projectParams,
    query: z.object({
      type: backupType.optional(),
      deviceId: storableText(40).optional(),
      /** Name that the device had, ignoring case. */
      device: searchText(SEARCH_MAX).optional(),
      sync: backupSync.optional(),
      /** Text in the name of the file or of its device, in its remark, or in the name of its author. */
      search: searchText(SEARCH_MAX).optional(),
      cursor: pageCursor.optional(),
      limit: pageLimit(DEFAULT_PAGE_SIZE),
    }),
    response: createListSchema(backup),
  }),
  backupSummaryGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/backup-summary',
    access,
    needs: 'read',
    modes,
    reads: ['backups'],
    summary: 'Returns the number of general backups, and when automatic ones were taken and come next.',
    params: projectParams,
    response: backupSummary,
  }),
  backupTake: endpoint({
    method: 'POST',
    path: BASE,
    access,
    needs: 'write',
    modes,
    changes: ['backups'],
    summary: `Takes backups of devices: general files, at most ${BACKUP_GENERAL_MAX} of a project, or restore points, one of each device. Between two backups of a device are at least ${BACKUP_INTERVAL_MINUTES} min.`,
    params: projectParams,
    body: backupOrder,
    response: backupTaken,
    errors: ['storageFull'],
    status: 201,
  }),
  backupUpload: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/backup-files',
    access,
    needs: 'write',
    modes,
    changes: ['backups'],
    summary:
      'Uploads a backup that was downloaded from this project, with the password of the file. A restore point is never replaced.',
    params: projectParams,
    // A file may be protected by a longer password than those that are set here.
    body: z.object({ password: secret(z.string().max(FILE_PASSWORD_MAX)).optional() }),
    query: z.object({ kind: backupOrder.shape.kind.default('general') }),
    upload: { field: 'file', maxBytes: BACKUP_FILE_MAX_BYTES, tooLarge: 'fileTooLarge' },
    response: backup,
    errors: ['fileRefused', 'fileTooLarge', 'storageFull'],
    status: 201,
  }),
  backupRemarkSave: endpoint({
    method: 'PUT',
    path: `${BASE}/{backupId}/remark`,
    access,
    needs: 'write',
    modes,
    changes: ['backups'],
    summary: 'Replaces the remark of a backup; without one it is removed.',
    params: backupParams,
    body: z.object({ remark: backupRemark.optional() }),
    response: backup,
    errors: UNKNOWN,
  }),
  backupDelete: endpoint({
    method: 'DELETE',
    path: `${BASE}/{backupId}`,
    access,
    needs: 'write',
    modes,
    changes: ['backups'],
    summary: 'Deletes a backup.',
    params: backupParams,
    response: done,
    errors: UNKNOWN,
  }),
  backupDownload: endpoint({
    method: 'POST',
    path: `${BASE}/{backupId}/downloads`,
    access,
    needs: 'write',
    modes,
    summary:
      'Returns a backup as a file that is encrypted with a password (age, scrypt), together with the secrets that it names. A console session needs a recent proof of identity.',
    params: backupParams,
    body: z.object({ password: filePassword }),
    download: true,
    response: fileAnswer,
    errors: ['fileMissing', 'fileRefused'],
  }),
  backupContentsGet: endpoint({
    method: 'GET',
    path: `${BASE}/{backupId}/contents`,
    access,
    needs: 'write',
    modes,
    summary: 'Returns what a backup contains and what it does not.',
    params: backupParams,
    reads: [],
    response: backupContents,
    errors: ['fileMissing', 'fileRefused'],
  }),
  backupCompare: endpoint({
    method: 'GET',
    path: `${BASE}/{backupId}/comparison`,
    access,
    needs: 'write',
    modes,
    reads: ['networkConfig', 'deviceSettings', 'backups'],
    summary:
      'Returns the differences from a backup to another one of the same device, by default to what its device has now.',
    params: backupParams,
    query: z.object({ otherId: z.uuid('The backup does not exist.').optional() }),
    response: z.object({ items: z.array(configChange) }),
    errors: ['fileMissing', 'fileRefused'],
  }),
  backupRestoreReview: endpoint({
    method: 'POST',
    path: `${BASE}/{backupId}/restoration-reviews`,
    access,
    needs: 'write',
    modes,
    summary: 'Reviews the restoration of parts of a backup. Stores nothing.',
    params: backupParams,
    body: backupRestoration,
    response: configReview,
    errors: ['fileMissing', 'fileRefused'],
  }),
  backupReportGet: endpoint({
    method: 'GET',
    path: `${BASE}/{backupId}/restoration`,
    access,
    needs: 'write',
    modes,
    reads: ['backups', 'devices', 'jobs'],
    summary:
      'Returns the result of the last restoration of a backup item by item, and which settings the device confirms.',
    params: backupParams,
    response: z.object({ report: backupReport.optional() }),
    errors: UNKNOWN,
  }),
  backupRestore: endpoint({
    method: 'POST',
    path: `${BASE}/{backupId}/restorations`,
    access,
    needs: 'write',
    modes,
    changes: ['backups', 'devices', 'jobs', 'networkConfig', 'deviceSettings'],
    summary: 'Restores parts of a backup on its device, as a version of the configuration with a job.',
    params: backupParams,
    body: backupRestoration.extend({ confirmName }),
    response: z.object({ job }),
    errors: ['fileMissing', 'fileRefused', 'configConflict'],
    status: 202,
  }),
} as const;
