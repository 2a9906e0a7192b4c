/** The console's look as a Mantine theme: the tokens of tokens.css replace Mantine's own colours. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

const shades = (text: string): MantineColorsTuple => {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = ''] = text.split(' ')
  return [a, b, c, d, e, f, g, h, i, j]
}

/** Colours with a meaning; each has tokens `--gw-<name>` and `--gw-<name>-soft`. */
const MEANINGS = ['accent', 'ok', 'warn', 'bad'] as const

// Mantine requires ten shades of a colour. `resolveVariables` replaces the shades that it shows by tokens.
const colors = {
  accent: shades('#eef2fd #e6ebfb #c5d0f7 #a7baff #8ea6ff #6c86ee #4a67d8 #3a59cd #2f4fc4 #2641a6'),
  ok: shades('#f0faf5 #e1f4ea #b9e6cf #8fdcb4 #56d493 #31b476 #1f9d61 #168452 #0f6b44 #0b5636'),
  warn: shades('#fff8ea #fdf0d9 #fae0b0 #f5c983 #f0b354 #d68f1f #b36f0a #9c5f03 #8a5200 #6f4200'),
  bad: shades('#fdf3f2 #fbe6e4 #f7c9c5 #ffa59d #ff8a80 #e45f55 #d0453b #c2362c #b3261e #931d16'),
  // The neutral colours that Mantine's own styles use: light surfaces and lines, dark surfaces and lines.
  gray: shades('#f7f8fa #eceff4 #e3e7ee #dce1ea #c3cbd9 #5a6579 #5a6579 #475267 #2b3445 #111827'),
  dark: shades('#e8ecf3 #aeb8c9 #93a0b5 #93a0b5 #344056 #232c3b #18202c #131923 #0f141c #0c1016'),
}

/**
 * Gives filled buttons the token's text colour, which differs between light and dark; Mantine computes one for both.
 */
const resolveVariantColors: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  const meaning = MEANINGS.find((name) => name === (input.color ?? input.theme.primaryColor))
  if (input.variant === 'filled' && meaning) return { ...resolved, color: `var(--mantine-color-${meaning}-contrast)` }
  return resolved
}

export const theme = createTheme({
  colors,
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  variantColorResolver: resolveVariantColors,
  white: '#ffffff',
  black: '#111827',
  fontFamily: 'var(--gw-font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  radius: { xs: '4px', sm: '6px', md: '7px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontFamily: 'var(--gw-font)',
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.3' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.35' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.4' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Components are named here, without `Modal.extend`: the theme is loaded first, and would import every component
    // that it mentions.
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Checkbox: { defaultProps: { iconColor: 'var(--gw-accent-ink)' } },
    // It is a <header>, which screen readers would announce as a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
  },
})

const meaningVariables = Object.fromEntries(
  MEANINGS.flatMap((name) => [
    [`--mantine-color-${name}-text`, `var(--gw-${name})`],
    [`--mantine-color-${name}-filled`, `var(--gw-${name})`],
    [`--mantine-color-${name}-filled-hover`, `var(--gw-${name}-hover, var(--gw-${name}))`],
    [`--mantine-color-${name}-contrast`, `var(--gw-${name}-ink, var(--gw-surface))`],
    [`--mantine-color-${name}-light`, `var(--gw-${name}-soft)`],
    [`--mantine-color-${name}-light-hover`, `var(--gw-${name}-soft-hover, var(--gw-${name}-soft))`],
    [`--mantine-color-${name}-light-color`, `var(--gw-${name})`],
    [`--mantine-color-${name}-outline`, `var(--gw-${name})`],
    [`--mantine-color-${name}-outline-hover`, `var(--gw-${name}-soft)`],
  ]),
)

const tokenVariables: Record<string, string> = {
  ...meaningVariables,
  '--mantine-color-body': 'var(--gw-surface)',
  '--mantine-color-text': 'var(--gw-ink)',
  '--mantine-color-bright': 'var(--gw-ink)',
  '--mantine-color-dimmed': 'var(--gw-ink-3)',
  '--mantine-color-placeholder': 'var(--gw-ink-3)',
  '--mantine-color-anchor': 'var(--gw-accent)',
  '--mantine-color-error': 'var(--gw-bad)',
  '--mantine-color-success': 'var(--gw-ok)',
  '--mantine-color-default': 'var(--gw-surface)',
  '--mantine-color-default-hover': 'var(--gw-sunken)',
  '--mantine-color-default-color': 'var(--gw-ink)',
  '--mantine-color-default-border': 'var(--gw-line-strong)',
  '--mantine-color-disabled': 'var(--gw-sunken)',
  '--mantine-color-disabled-color': 'var(--gw-ink-3)',
  '--mantine-color-disabled-border': 'var(--gw-line)',
  '--mantine-primary-color-contrast': 'var(--gw-accent-ink)',
  '--mantine-color-gray-light': 'var(--gw-sunken)',
  '--mantine-color-gray-light-hover': 'var(--gw-sunken)',
  '--mantine-color-gray-light-color': 'var(--gw-ink-2)',
}

/** Replaces Mantine's variables by the tokens, in both schemes. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: tokenVariables,
  dark: tokenVariables,
})
