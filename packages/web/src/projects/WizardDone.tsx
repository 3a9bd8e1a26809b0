import type { Project } from '@northlight/contract';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { ButtonLink } from '../app/app-link.tsx';
import { PATHS } from '../paths.ts';
import classes from './projects.module.css';

export function WizardDone({ project }: { readonly project: Project }) {
  return (
    <div className={classes['step']} role="status">
      <strong>{project.name} is ready.</strong>
      <span className="mut">
        Add devices now by the serial number and claim code on their label, or later.
      </span>
      <div className={classes['done']}>
        <ButtonLink
          to={PATHS.devices}
          search={{ project: project.id, dialog: 'add' }}
          leftSection={<IconPlus size={15} />}
        >
          Add device
        </ButtonLink>
        <ButtonLink
          to={PATHS.devices}
          search={{ project: project.id, dialog: 'import' }}
          variant="default"
          leftSection={<IconFileSpreadsheet size={15} />}
        >
          Import from a spreadsheet
        </ButtonLink>
        <ButtonLink to={PATHS.devices} search={{ project: project.id }} variant="default">
          Skip for now
        </ButtonLink>
      </div>
    </div>
  );
}
