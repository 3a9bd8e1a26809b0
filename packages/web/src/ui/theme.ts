import { createTheme, type MantineColorsTuple } from '@mantine/core';
import type {
  BadgeProps,
  ButtonProps,
  InputWrapperProps,
  MenuProps,
  ModalProps,
  PasswordInputProps,
  PortalProps,
  TooltipProps,
} from '@mantine/core';
import { chooseHeadingWeight } from './constants.ts';

const north: MantineColorsTuple = [
  '#e6f6f1',
  '#d1f2ea',
  '#a4e2d2',
  '#73d0b8',
  '#48bd9f',
  '#27a687',
  '#158f72',
  '#0f7b63',
  '#0a6350',
  '#064c3d',
];

const dark: MantineColorsTuple = [
  '#d6dce5',
  '#b7c0cd',
  '#9aa6b6',
  '#6b7788',
  '#3a4556',
  '#2a3342',
  '#1d2531',
  '#131a24',
  '#0e141c',
  '#0a0e15',
];

/** Theme of the console. Its overrides prevent axe findings in both colour schemes. */
export const theme = createTheme({
  primaryColor: 'north',
  // Uses one shade for both schemes: white text on a lighter one has a contrast of only 2.2:1.
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.35,
  respectReducedMotion: true,
  colors: { north, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
  defaultRadius: 6,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: chooseHeadingWeight(navigator.userAgent),
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '15px', lineHeight: '1.35' },
      h3: { fontSize: '13px', lineHeight: '1.4' },
    },
  },
  // Uses plain objects, because importing the components would load all of them with the first page.
  components: {
    Badge: { defaultProps: { variant: 'default', radius: 'sm' } satisfies Partial<BadgeProps> },
    Button: { defaultProps: { size: 'xs' } satisfies Partial<ButtonProps> },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close dialog' },
        transitionProps: { duration: 120, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.45 },
      } satisfies Partial<ModalProps>,
      styles: { title: { fontSize: 15, fontWeight: 650 } },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss notification' } },
      styles: { description: { color: 'var(--mut)' } },
    },
    InputWrapper: {
      // Hints are below the input, so that the inputs of two fields beside each other are in line.
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      } satisfies Partial<InputWrapperProps>,
      styles: {
        label: { marginBottom: 4, fontWeight: 550 },
        description: { marginTop: 4 },
        error: { marginTop: 4 },
      },
    },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 80 },
      } satisfies Partial<MenuProps>,
    },
    Tooltip: {
      defaultProps: {
        events: { hover: true, focus: true, touch: true },
        openDelay: 200,
        transitionProps: { duration: 80 },
        multiline: true,
        maw: 360,
      } satisfies Partial<TooltipProps>,
    },
    PasswordInput: {
      defaultProps: {
        visibilityToggleButtonProps: { 'aria-label': 'Show password' },
      } satisfies Partial<PasswordInputProps>,
    },
    Portal: { defaultProps: { target: '#overlays' } satisfies Partial<PortalProps> },
  },
});
