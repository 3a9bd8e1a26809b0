import IconMapOff from '@tabler/icons-react/dist/esm/icons/IconMapOff.mjs';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { ButtonLink } from './app-link.tsx';

export function NotFoundPage() {
  return (
    <EmptyNote
      icon={<IconMapOff size={40} stroke={1.4} />}
      title="There is no page at this address"
      headingLevel={1}
      action={
        <ButtonLink to={PATHS.overview} search={{}} variant="default">
          Go to the overview
        </ButtonLink>
      }
    >
      The page may have moved, or you have no access to it.
    </EmptyNote>
  );
}
