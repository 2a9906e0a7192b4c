/**
 * Display styles of lamps and control of a junction (signal-control §9): what a controller sends of a lit lamp, and
 * whether its greens follow from settings.
 */
import type { LampColour } from './lamps.ts'
import { LAMP_COLOURS, type PerPhase, type PhaseNumber, perPhase } from './controllerLimits.ts'

/**
 * What a controller sends of one colour of a phase while it is lit.
 * - full: the seconds left, n to 1
 * - last: the filler, and the seconds left in the last `seconds`; with filler 0 the phase shows nothing before
 * - none: a constant above 0
 *
 * `flash`: in so many of its last seconds the lamp flashes, so that a sample may show it dark; 0: it does not.
 */
export type DisplayStyle =
  | { readonly kind: 'full'; readonly flash: number }
  | { readonly kind: 'last'; readonly seconds: number; readonly filler: number; readonly flash: number }
  | { readonly kind: 'none'; readonly flash: number }

/** Style of each colour of a phase; null where it is unknown. */
export type PhaseDisplay = Readonly<Record<LampColour, DisplayStyle | null>>

/** Styles of a junction. */
export type Display = PerPhase<PhaseDisplay>

/** Shortest and longest green of a phase, seconds. */
export interface GreenLimits {
  readonly smallest: number
  readonly largest: number
}

/** Control of a junction. Actuated greens last between limits; null for a phase whose limits are unknown. */
export type Control =
  | { readonly kind: 'fixed' }
  | { readonly kind: 'actuated'; readonly greens: PerPhase<GreenLimits | null> }

/** Most seconds that a display counts when it counts only the last ones. */
export const MOST_LAST_SECONDS = 99
/** Longest flashing before a change of lamp, seconds. */
export const MOST_FLASH_SECONDS = 10
/** The filler of a display that counts the last seconds, where none is named: a lit lamp reads 1 (R13). */
const USUAL_FILLER = 1

/** (R13) Each second is counted. */
export const FULL: DisplayStyle = { kind: 'full', flash: 0 }

const UNKNOWN_PHASE: PhaseDisplay = { red: null, yellow: null, green: null }
/** No style is known. */
export const UNKNOWN_DISPLAY: Display = perPhase(() => UNKNOWN_PHASE)

const STYLE = /^(?:full|none|last-([1-9]\d?)(?:-(0|[1-9]\d{0,2}))?)(?:\+flash-([1-9]|10))?$/

/**
 * Parses a style: `full`, `none`, `last-8` (filler 1), `last-8-0` (filler 0), each also with `+flash-3`. Undefined for
 * any other text.
 */
export function parseDisplayStyle(text: string): DisplayStyle | undefined {
  const match = STYLE.exec(text)
  if (!match) return undefined
  const [, seconds, filler, flashing] = match
  const flash = Number(flashing ?? 0)
  if (seconds !== undefined) {
    return { kind: 'last', seconds: Number(seconds), filler: Number(filler ?? USUAL_FILLER), flash }
  }
  return { kind: text.startsWith('full') ? 'full' : 'none', flash }
}

/** Returns the text of a style, which `parseDisplayStyle` reads. */
export function displayStyleText(style: DisplayStyle): string {
  const flash = style.flash > 0 ? `+flash-${style.flash}` : ''
  if (style.kind !== 'last') return `${style.kind}${flash}`
  return `last-${style.seconds}${style.filler === USUAL_FILLER ? '' : `-${style.filler}`}${flash}`
}

/**
 * Returns the number that a lamp sends with `left` seconds of its state to come, this one included. A lamp
 * that flashes is dark in every other second of its last ones, those with an even number left.
 */
export function countShown(style: DisplayStyle, left: number): number {
  if (left <= style.flash && left % 2 === 0) return 0
  if (style.kind === 'full') return left
  if (style.kind === 'none') return USUAL_FILLER
  return left <= style.seconds ? left : style.filler
}

/** Returns the display in which each lamp has the same style. */
export function uniformDisplay(style: DisplayStyle): Display {
  return perPhase(() => ({ red: style, yellow: style, green: style }))
}

/** Returns the display with one lamp's style. */
export function withStyle(display: Display, of: PhaseNumber, colour: LampColour, style: DisplayStyle | null): Display {
  return perPhase((phase) =>
    phase === of ? { ...display[phase - 1], [colour]: style } : display[phase - 1],
  ) as Display
}

/** Styles as text, by phase and colour; a lamp without a known style is left out. */
export type DisplayTexts = {
  readonly [Phase in PhaseNumber]?: { readonly [Colour in LampColour]?: string | undefined } | undefined
}

/** Parses styles as text. What is no style is unknown. */
export function parseDisplay(texts: DisplayTexts | undefined): Display {
  if (!texts) return UNKNOWN_DISPLAY
  return perPhase((phase) => {
    const of = (colour: LampColour) => parseDisplayStyle(texts[phase]?.[colour] ?? '') ?? null
    return { red: of('red'), yellow: of('yellow'), green: of('green') }
  })
}

/** Returns the known styles as text. */
export function displayTexts(display: Display): DisplayTexts {
  const texts: { [Phase in PhaseNumber]?: { [Colour in LampColour]?: string } } = {}
  for (const [index, styles] of display.entries()) {
    const phase: { [Colour in LampColour]?: string } = {}
    for (const colour of LAMP_COLOURS) {
      const style = styles[colour]
      if (style) phase[colour] = displayStyleText(style)
    }
    if (Object.keys(phase).length > 0) texts[(index + 1) as PhaseNumber] = phase
  }
  return texts
}
