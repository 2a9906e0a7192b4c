/** Displays of a junction as lines: lamps with one style and one source together. */
import { LAMP_COLOURS, ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { type Control, type DisplayStyle, displayStyleText } from '@greenwave/controller/display'
import type { LampColour } from '@greenwave/controller/lamps'
import type { KnownStyles } from '@greenwave/observer/styles'
import { type Lamp, LAMPS } from './displaysForm.ts'

/** Where a style comes from; `unknown`: it is not learned yet. */
export type StyleSource = 'set' | 'learned' | 'unknown'

/** Lamps with the same style from the same source. */
export interface DisplayLine {
  /** Null: not known yet. */
  readonly style: DisplayStyle | null
  readonly source: StyleSource
  readonly lamps: readonly Lamp[]
}

interface Sources {
  readonly set: KnownStyles
  readonly learned: KnownStyles
}

/** Returns the styles in force: those that are set win. */
export function displayLines({ set, learned }: Sources): readonly DisplayLine[] {
  return linesOf((lamp) => {
    const [own, other] = [styleOf(set, lamp), styleOf(learned, lamp)]
    return own ? { style: own, source: 'set' } : { style: other, source: other ? 'learned' : 'unknown' }
  })
}

/** Lists the learned styles of the lamps for which another style is set. */
export function differingLines({ set, learned }: Sources): readonly DisplayLine[] {
  return linesOf((lamp) => {
    const [own, other] = [styleOf(set, lamp), styleOf(learned, lamp)]
    return own && other && displayStyleText(own) !== displayStyleText(other)
      ? { style: other, source: 'learned' }
      : null
  })
}

function styleOf({ display }: KnownStyles, { phase, colour }: Lamp): DisplayStyle | null {
  return ofPhase(display, phase)[colour]
}

function linesOf(of: (lamp: Lamp) => Omit<DisplayLine, 'lamps'> | null): readonly DisplayLine[] {
  const lines = new Map<string, DisplayLine & { lamps: Lamp[] }>()
  for (const lamp of LAMPS) {
    const found = of(lamp)
    if (!found) continue
    const key = `${found.source} ${found.style ? displayStyleText(found.style) : ''}`
    const line = lines.get(key) ?? { ...found, lamps: [] }
    line.lamps.push(lamp)
    lines.set(key, line)
  }
  return [...lines.values()]
}

/** Lamps in few words: all, the same colours of all phases, or colours by phase. */
export type LampsNamed =
  | { readonly kind: 'all' }
  | { readonly kind: 'colours'; readonly colours: readonly LampColour[] }
  | {
      readonly kind: 'phases'
      readonly phases: readonly { readonly phase: PhaseNumber; readonly colours: readonly LampColour[] }[]
    }

/** Names lamps. */
export function lampsNamed(lamps: readonly Lamp[]): LampsNamed {
  if (lamps.length === LAMPS.length) return { kind: 'all' }
  const has = (phase: PhaseNumber, colour: LampColour) =>
    lamps.some((lamp) => lamp.phase === phase && lamp.colour === colour)
  const ofAll = LAMP_COLOURS.filter((colour) => PHASES.every((phase) => has(phase, colour)))
  if (ofAll.length * PHASES.length === lamps.length) return { kind: 'colours', colours: ofAll }
  const phases = PHASES.map((phase) => ({ phase, colours: LAMP_COLOURS.filter((colour) => has(phase, colour)) }))
  return { kind: 'phases', phases: phases.filter(({ colours }) => colours.length > 0) }
}

/** Returns whether a set control is contradicted by what was learned: another kind, or greens beyond the limits. */
export function controlsDiffer(set: Control | null, learned: Control | null): boolean {
  if (!set || !learned) return false
  if (set.kind !== 'actuated' || learned.kind !== 'actuated') return set.kind !== learned.kind
  return PHASES.some((phase) => {
    const [limits, seen] = [ofPhase(set.greens, phase), ofPhase(learned.greens, phase)]
    return limits !== null && seen !== null && (seen.smallest < limits.smallest || seen.largest > limits.largest)
  })
}
