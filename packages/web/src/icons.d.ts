/** Declares icons that are imported by path: a build with the package's index reads all 5,000 icons. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('@tabler/icons-react').Icon;
  export default icon;
}
