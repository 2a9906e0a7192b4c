/** The colours of a tape, from the tokens of the theme around it. */
export interface TapeLook {
  readonly green: string
  readonly yellow: string
  readonly red: string
  readonly bad: string
  readonly warn: string
  readonly accent: string
  readonly accentSoft: string
  readonly violet: string
  readonly ink: string
  readonly quiet: string
  readonly line: string
  readonly sunken: string
  readonly surface: string
  readonly font: string
}

/** Reads the look of an element's theme. */
export function readTapeLook(element: Element): TapeLook {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--gw-${name}`).trim()
  return {
    green: colour('bar-green'),
    yellow: colour('bar-yellow'),
    red: colour('bar-red'),
    bad: colour('bad'),
    warn: colour('warn'),
    accent: colour('accent'),
    accentSoft: colour('accent-soft'),
    violet: colour('replay'),
    ink: colour('ink'),
    quiet: colour('ink-3'),
    line: colour('line-strong'),
    sunken: colour('sunken'),
    surface: colour('surface'),
    font: style.fontFamily,
  }
}
