import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type Anchor = Omit<ComponentProps<'a'>, keyof ButtonProps>;

/** A button that is a link: opens in a new tab like any other. */
export const ButtonLink = createLink((props: ButtonProps & Anchor) => <Button component="a" {...props} />);
