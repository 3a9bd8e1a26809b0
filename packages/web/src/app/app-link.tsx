import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type Anchor = Omit<ComponentProps<'a'>, keyof ButtonProps>;

/** Link with the appearance of a button. */
export const ButtonLink = createLink((props: ButtonProps & Anchor) => <Button component="a" {...props} />);
