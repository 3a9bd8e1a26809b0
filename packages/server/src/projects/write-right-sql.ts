import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT } from '@northlight/contract';
import { buildLiveShareSql } from '../sharing/index.ts';
import { buildLivingProjectSql } from './lifetime.ts';

/** Returns the SQL condition that a project is no sandbox, or that the account may change the living project that it copies. */
const buildKeptSourceSql = (project: string, account: string, now: string): string =>
  `(${project}.copy_of is null or ${project}.copy_of in (${DEMO_WLAN_PROJECT}, ${DEMO_MESH_PROJECT})
    or exists (select 1 from projects o left join shares os on os.project_id = o.id and os.account_id = ${account}.id
        and os."right" = 'rw' and ${buildLiveShareSql('os', now)}
      where o.id = ${project}.copy_of and o.deleted_at is null and (o.owner_id = ${account}.id or os.id is not null)))`;

/**
 * Returns the SQL condition that an account may change a project. The account is enabled, the project is
 * neither deleted nor expired, and the account owns it or has a current read-write share. The owner of a sandbox needs the
 * same right to its source. This is the rule of
 * `computeAccess`. The arguments are SQL expressions.
 */
export const buildWriteRightSql = (account: string, project: string, now: string): string =>
  `exists (select 1 from projects p join accounts a on a.id = ${account}
    left join shares s on s.project_id = p.id and s.account_id = a.id and s."right" = 'rw' and ${buildLiveShareSql('s', now)}
    where p.id = ${project} and ${buildLivingProjectSql('p', now)}
      and a.disabled_at is null and case when p.owner_id = a.id then ${buildKeptSourceSql('p', 'a', now)} else s.id is not null end)`;
