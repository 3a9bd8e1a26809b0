import { buildLiveShareSql } from '../sharing/index.ts';
import { buildLivingProjectSql } from './lifetime.ts';

/**
 * Returns the SQL condition that an account may change a project. The account is enabled, the project is
 * neither deleted nor expired, and the account owns it or has a current read-write share. This is the rule of
 * `computeAccess`. The arguments are SQL expressions.
 */
export const buildWriteRightSql = (account: string, project: string, now: string): string =>
  `exists (select 1 from projects p join accounts a on a.id = ${account}
    left join shares s on s.project_id = p.id and s.account_id = a.id and s."right" = 'rw' and ${buildLiveShareSql('s', now)}
    where p.id = ${project} and ${buildLivingProjectSql('p', now)}
      and a.disabled_at is null and (p.owner_id = a.id or s.id is not null))`;
