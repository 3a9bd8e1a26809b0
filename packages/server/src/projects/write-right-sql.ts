import { liveShareSql } from '../sharing/index.ts';
import { livingProjectSql } from './lifetime.ts';

/**
 * Whether an account may change a project at a time, as SQL text: the account is not disabled, the project lives, and the
 * account owns it or has a live read-write share. `accessOn` says the same for a request; the arguments are SQL too.
 */
export const writeRightSql = (account: string, project: string, now: string): string =>
  `exists (select 1 from projects p join accounts a on a.id = ${account}
    left join shares s on s.project_id = p.id and s.account_id = a.id and s."right" = 'rw' and ${liveShareSql('s', now)}
    where p.id = ${project} and ${livingProjectSql('p', now)}
      and a.disabled_at is null and (p.owner_id = a.id or s.id is not null))`;
