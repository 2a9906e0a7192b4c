/**
 * @file The walk through the lamps of a junction: for each phase and colour a person answers whether the street shows
 * what the console shows.
 */
import type { Commissioning, LampAnswer } from '@greenwave/contract/records/commissioning'
import { LAMP_COLOURS, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { LampColour } from '@greenwave/controller/lamps'
import type { PhaseReading } from '../../../data/device/street/phaseReading.ts'

/** Text of a lamp as the console showed it, and the time, epoch milliseconds. */
interface ShownLamp {
  readonly at: number
  readonly text: string
}

/** Lamps of a phase that the console has shown lit and live since the page opened. */
export type ShownLamps = Readonly<Partial<Record<LampColour, ShownLamp>>>

/** Returns the colour that a phase shows, and null where it shows none, several, or not for certain. */
export function litColour({ condition }: Pick<PhaseReading, 'condition'>): LampColour | null {
  return LAMP_COLOURS.find((colour) => colour === condition) ?? null
}

/** Text of a shown lamp for the record: 'green 12', or 'green' where it does not count. */
export function shownText(
  colour: LampColour,
  { lamps, isCounting }: Pick<PhaseReading, 'lamps' | 'isCounting'>,
): string {
  return isCounting ? `${colour} ${lamps[colour]}` : colour
}

/** Adds what a phase shows now. */
export function withShown(before: ShownLamps, reading: PhaseReading, at: number): ShownLamps {
  const colour = litColour(reading)
  return colour === null ? before : { ...before, [colour]: { at, text: shownText(colour, reading) } }
}

const lampKey = (phase: PhaseNumber, colour: LampColour) => `${phase}.${colour}`

/** Returns the answer about a lamp; undefined while there is none. */
export function answerOf({ lamps }: Pick<Commissioning, 'lamps'>, phase: PhaseNumber, colour: LampColour) {
  return lamps[lampKey(phase, colour)]
}

/** Returns the lamps of phases that have no answer yet, as phase and colour. */
export function openLamps(record: Pick<Commissioning, 'lamps'>, phases: readonly PhaseNumber[]) {
  const all = phases.flatMap((phase) => LAMP_COLOURS.map((colour) => ({ phase, colour })))
  return all.filter(({ phase, colour }) => answerOf(record, phase, colour) === undefined)
}

/** Adds answers about lamps of a phase. */
export function withAnswers(
  record: Commissioning,
  phase: PhaseNumber,
  shown: ShownLamps,
  answer: Pick<LampAnswer, 'seen' | 'by'>,
): Commissioning {
  const answers = LAMP_COLOURS.flatMap((colour) => {
    const lamp = shown[colour]
    return lamp ? [[lampKey(phase, colour), { at: lamp.at, ...answer, shown: lamp.text }] as const] : []
  })
  return { ...record, lamps: { ...record.lamps, ...Object.fromEntries(answers) } }
}
