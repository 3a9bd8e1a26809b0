import { getPermissionFor } from '../platform/http/principal.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import { restoreLeases } from './device-part/restore-leases.ts';
import { readDrill } from './drills/store.ts';
import { downloadBackup } from './protect/download.ts';
import { FileProtector } from './protect/file-protector.ts';
import { readReport } from './report.ts';
import { compareBackup, readContents, restoreBackup, reviewRestoration } from './restore.ts';
import { listBackups } from './list.ts';
import { readNight } from './nights.ts';
import { countGeneralBackups, readBackups, requireBackup } from './store.ts';
import { takeBackups } from './take.ts';
import { uploadBackup } from './upload.ts';

type BackupRoutes = HandlersOf<
  | 'backupCompare'
  | 'backupContentsGet'
  | 'backupDelete'
  | 'backupDownload'
  | 'backupList'
  | 'backupRemarkSave'
  | 'backupReportGet'
  | 'backupRestore'
  | 'backupRestoreReview'
  | 'backupSummaryGet'
  | 'backupTake'
  | 'backupUpload'
>;

export function backupRoutes(): BackupRoutes {
  const protector = new FileProtector();
  return {
    backupCompare: async ({ params, query }, context) => ({
      items: await compareBackup(context, params.backupId, query.otherId),
    }),
    backupContentsGet: ({ params }, context) => readContents(context, params.backupId),
    backupDelete: ({ params }, context) => deleteBackup(context, params.backupId),
    backupDownload: ({ body, params }, context) =>
      downloadBackup(context, protector, { id: params.backupId, password: body.password }),
    backupList: ({ query }, context) =>
      listBackups(context.services.db, getProjectAccess(context).projectId, query),
    backupRemarkSave: ({ body, params }, context) => saveRemark(context, params.backupId, body.remark),
    backupReportGet: async ({ params }, context) => {
      const report = await readReport(context.services, getProjectAccess(context).projectId, params.backupId);
      return report ? { report } : {};
    },
    backupRestore: async ({ body, params }, context) => {
      const job = await restoreBackup(context, params.backupId, body);
      await restoreLeases(context, params.backupId, body.parts);
      return { job };
    },
    backupRestoreReview: ({ body, params }, context) =>
      reviewRestoration(context, params.backupId, body.parts),
    backupSummaryGet: (_input, context) => presentSummary(context),
    backupTake: ({ body }, context) => takeBackups(context, body),
    backupUpload: ({ body, query }, context) =>
      uploadBackup(context, protector, { kind: query.kind, password: body.password }),
  };
}

async function presentSummary(context: RequestContext) {
  const { db } = context.services;
  const project = getProjectAccess(context);
  const automatic = await readNight(db, project.projectId);
  const drill = await readDrill(context.services, project.projectId);
  return {
    general: await countGeneralBackups(db, project.projectId),
    ...(automatic && { automatic }),
    ...(drill && { drill }),
    can: {
      write: getPermissionFor(context.principal, { need: 'write', access: ['web', 'openapi'], project }),
    },
  };
}

const saveRemark = (context: RequestContext, id: string, remark: string | undefined) =>
  commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const before = await requireBackup(tx, projectId, id);
    await tx
      .updateTable('backups')
      .set({ remark: remark ?? null })
      .where('id', '=', id)
      .execute();
    work.live('backups');
    await work.audit({
      action: 'backup.remark',
      object: before.name,
      before: before.remark ?? '',
      after: remark ?? '',
    });
    const [backup] = await readBackups(tx, projectId, [id]);
    if (!backup) throw new Error('The backup was deleted in its own transaction.');
    return backup;
  });

const deleteBackup = (context: RequestContext, id: string): Promise<void> =>
  commitRequest(context, async (work) => {
    const { projectId, services, tx } = work;
    const row = await requireBackup(tx, projectId, id);
    await tx.deleteFrom('backups').where('id', '=', id).execute();
    await services.files.remove(tx, id);
    work.live('backups');
    await work.audit({ action: 'backup.delete', object: row.name, before: row.kind });
  });
