import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import { StepButton } from '../controls/StepButton.tsx';

interface UndoButtonsProps {
  /** Undoes the last step; undefined if there is none. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

/** Buttons that undo and repeat the steps of a draft. */
export const UndoButtons = ({ redo, undo }: UndoButtonsProps) => (
  <>
    <StepButton label="Undo" icon={<IconArrowBackUp size={16} />} onClick={undo} />
    <StepButton label="Redo" icon={<IconArrowForwardUp size={16} />} onClick={redo} />
  </>
);
