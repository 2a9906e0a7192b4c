/** The form of displays and control. Its fields have the keys by which a change names the values; a style has more fields. */
import { siteMemberKey } from '@greenwave/changes/siteValues'
import type { SiteEdit } from '@greenwave/contract/records/junctionSite'
import { LAMP_COLOURS, ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import {
  type Display,
  type DisplayStyle,
  displayTexts,
  MOST_FLASH_SECONDS,
  MOST_LAST_SECONDS,
  UNKNOWN_DISPLAY,
  withStyle,
} from '@greenwave/controller/display'
import type { LampColour } from '@greenwave/controller/lamps'
import type { KnownStyles } from '@greenwave/observer/styles'
import { type DecimalFault, type DecimalRange, parseDecimal } from './decimal.ts'

/** A lamp of a junction. */
export interface Lamp {
  readonly phase: PhaseNumber
  readonly colour: LampColour
}

export const LAMPS: readonly Lamp[] = PHASES.flatMap((phase) => LAMP_COLOURS.map((colour) => ({ phase, colour })))

/** Choices for a lamp; `learned` sets nothing. */
export const STYLE_CHOICES = ['learned', 'full', 'last', 'none'] as const
/** Choices for the control; `learned` sets nothing. */
export const CONTROL_CHOICES = ['learned', 'fixed', 'actuated'] as const

/** The numbers of a style, seconds; `filler` is what stands before the last ones, 1 where it is left empty. */
export const STYLE_NUMBERS = {
  seconds: { min: 1, max: MOST_LAST_SECONDS, whole: true },
  filler: { min: 0, max: 999, whole: true },
  flash: { min: 0, max: MOST_FLASH_SECONDS, whole: true },
} as const satisfies Record<string, DecimalRange>
export type StyleNumber = keyof typeof STYLE_NUMBERS
export const GREEN_ENDS = ['smallest', 'largest'] as const
export const GREEN_RANGE = { min: 1, max: 999, whole: true } as const satisfies DecimalRange

/** Typed texts by key. */
export type DisplaysTexts = Readonly<Record<string, string>>

/** Returns the key of a lamp's choice. */
export function lampKey({ phase, colour }: Lamp): string {
  return siteMemberKey(`display.${phase}.${colour}`)
}

/** Returns the key of a number of a lamp's style. */
export function numberKey(lamp: Lamp, name: StyleNumber): string {
  return `${lampKey(lamp)} ${name}`
}

export const CONTROL_KEY = siteMemberKey('control.kind')

/** Returns the key of an end of a phase's green. */
export function greenKey(phase: PhaseNumber, end: (typeof GREEN_ENDS)[number]): string {
  return siteMemberKey(`control.greens.${phase}.${end}`)
}

/** Returns the texts with which the form begins. */
export function displaysTexts({ display, control }: KnownStyles): DisplaysTexts {
  const texts: Record<string, string> = { [CONTROL_KEY]: control?.kind ?? 'learned' }
  for (const lamp of LAMPS) Object.assign(texts, styleTexts(lamp, ofPhase(display, lamp.phase)[lamp.colour]))
  for (const phase of PHASES) {
    const limits = control?.kind === 'actuated' ? ofPhase(control.greens, phase) : null
    for (const end of GREEN_ENDS) texts[greenKey(phase, end)] = limits ? String(limits[end]) : ''
  }
  return texts
}

function styleTexts(lamp: Lamp, style: DisplayStyle | null): DisplaysTexts {
  const last = style?.kind === 'last' ? style : null
  return {
    [lampKey(lamp)]: style?.kind ?? 'learned',
    [numberKey(lamp, 'seconds')]: last ? String(last.seconds) : '',
    [numberKey(lamp, 'filler')]: last ? String(last.filler) : '',
    [numberKey(lamp, 'flash')]: style && style.flash > 0 ? String(style.flash) : '',
  }
}

/** Returns the fields of a lamp, each with its key. */
function fieldsOf(lamp: Lamp): readonly string[] {
  return [lampKey(lamp), ...(Object.keys(STYLE_NUMBERS) as StyleNumber[]).map((name) => numberKey(lamp, name))]
}

/** Returns whether all lamps have the same choice and numbers. */
export function areAllLike(texts: DisplaysTexts, first: Lamp): boolean {
  return LAMPS.every((lamp) => fieldsOf(lamp).every((key, nth) => texts[key] === texts[fieldsOf(first)[nth] ?? '']))
}

/** Returns the texts with the fields of one lamp for all. */
export function withAllLike(texts: DisplaysTexts, first: Lamp): DisplaysTexts {
  const own = fieldsOf(first).map((key) => texts[key] ?? '')
  return {
    ...texts,
    ...Object.fromEntries(LAMPS.flatMap((lamp) => fieldsOf(lamp).map((key, nth) => [key, own[nth] ?? '']))),
  }
}

/** Why a field cannot be saved. */
type DisplaysFault = DecimalFault | 'missing' | 'aboveLargest'

/** Reading of the form, or the reasons why it cannot be saved, by key. */
export interface DisplaysForm {
  /** Null while any field is wrong. A member is undefined where nothing is set. */
  readonly edit: Pick<SiteEdit['whole'], 'display' | 'control'> | null
  readonly faults: ReadonlyMap<string, DisplaysFault>
}

/** Parses the form. */
export function parseDisplaysForm(texts: DisplaysTexts): DisplaysForm {
  const faults = new Map<string, DisplaysFault>()
  const numberOf = (key: string, range: DecimalRange): number | undefined => {
    const typed = parseDecimal(texts[key] ?? '', range)
    if (typed.kind === 'wrong') faults.set(key, typed.fault)
    return typed.kind === 'number' ? typed.value : undefined
  }
  const styleOf = (lamp: Lamp): DisplayStyle | null => {
    const kind = texts[lampKey(lamp)]
    if (kind !== 'full' && kind !== 'none' && kind !== 'last') return null
    const number = (name: StyleNumber) => numberOf(numberKey(lamp, name), STYLE_NUMBERS[name])
    const flash = number('flash') ?? 0
    if (kind !== 'last') return { kind, flash }
    const [seconds, filler = 1] = [number('seconds'), number('filler')]
    if (seconds === undefined && !faults.has(numberKey(lamp, 'seconds')))
      faults.set(numberKey(lamp, 'seconds'), 'missing')
    return { kind, seconds: seconds ?? 0, filler, flash }
  }
  let display: Display = UNKNOWN_DISPLAY
  for (const lamp of LAMPS) display = withStyle(display, lamp.phase, lamp.colour, styleOf(lamp))
  const control = controlOf()
  if (faults.size > 0) return { edit: null, faults }
  const styles = displayTexts(display)
  return { edit: { display: Object.keys(styles).length > 0 ? styles : undefined, control }, faults }

  function controlOf(): SiteEdit['whole']['control'] {
    const kind = texts[CONTROL_KEY]
    if (kind === 'fixed') return { kind }
    if (kind !== 'actuated') return undefined
    const greens = PHASES.flatMap((phase) => {
      const keys = GREEN_ENDS.map((end) => greenKey(phase, end))
      const [smallest, largest] = keys.map((key) => numberOf(key, GREEN_RANGE))
      const [smallestKey = '', largestKey = ''] = keys
      // One end alone is no limit.
      if (smallest === undefined && largest !== undefined && !faults.has(smallestKey))
        faults.set(smallestKey, 'missing')
      if (largest === undefined && smallest !== undefined && !faults.has(largestKey)) faults.set(largestKey, 'missing')
      if (smallest === undefined || largest === undefined) return []
      if (smallest > largest) faults.set(smallestKey, 'aboveLargest')
      return [[phase, { smallest, largest }] as const]
    })
    return greens.length > 0 ? { kind, greens: Object.fromEntries(greens) } : { kind }
  }
}

/** Returns the values as the attribute will have them, by key, for a form that can be saved. */
export function valuesTyped(texts: DisplaysTexts): Readonly<Record<string, string>> {
  const { edit } = parseDisplaysForm(texts)
  const styles = LAMPS.flatMap((lamp) => {
    const style = edit?.display?.[lamp.phase]?.[lamp.colour]
    return style === undefined ? [] : [[lampKey(lamp), style] as const]
  })
  const { [CONTROL_KEY]: kind = '' } = texts
  const greens = PHASES.flatMap((phase) =>
    GREEN_ENDS.map((end) => [greenKey(phase, end), texts[greenKey(phase, end)] ?? '']),
  )
  return { ...Object.fromEntries([...styles, ...greens]), [CONTROL_KEY]: kind === 'learned' ? '' : kind }
}
