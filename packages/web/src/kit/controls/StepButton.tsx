import { ActionIcon } from '@mantine/core';

/** Button that goes one step back or on. Without a step it is disabled, and its title names the reason. */
export function StepButton({
  icon,
  label,
  onClick,
  reason = `Nothing to ${label.toLowerCase()}`,
}: {
  readonly icon: React.ReactNode;
  readonly label: string;
  readonly onClick: (() => void) | undefined;
  readonly reason?: string;
}) {
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={onClick ? label : reason}
      disabled={!onClick}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
}
