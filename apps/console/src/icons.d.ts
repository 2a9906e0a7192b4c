/** Deep imports of icons: the package's barrel is thousands of modules, and its single files come without types. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon
  export default icon
}
