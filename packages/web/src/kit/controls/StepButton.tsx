import { ActionIcon } from '@mantine/core';

/** Button that undoes or repeats a step. Without a step it is disabled, and its title names the reason. */
export function StepButton({
  icon,
  label,
  onClick,
}: {
  readonly icon: React.ReactNode;
  readonly label: string;
  readonly onClick: (() => void) | undefined;
}) {
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={onClick ? label : `Nothing to ${label.toLowerCase()}`}
      disabled={!onClick}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
}
