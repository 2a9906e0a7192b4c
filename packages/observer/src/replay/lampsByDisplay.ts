/** Lamps of samples by what their displays show: a lamp that flashes is lit, and a phase that hides its lamp is not dark. */
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { knownLamps, lampOf, lampsOf, litLamps, type Shown, shownBy } from '../lit.ts'
import { meaningOfZeros, sendsZeros } from '../phaseReading.ts'
import type { CountedSample } from '../sampleSteps.ts'
import { packLamps } from './quarter.ts'
import type { ReplayDisplay } from './recordedStyles.ts'

/** Longest time for which a phase may show nothing, whatever its program, seconds. */
const LONGEST_HIDDEN = 150
/** So many samples of zeros are dark where nothing hides them. */
const DARK_SAMPLES = 3

/**
 * Returns a function of the packed lamps of samples, which must come in the order of their seconds: what zeros mean
 * depends on the lamp before.
 *
 * @param displays undefined where each lamp counts every second
 */
export function lampsByDisplay(displays: ReplayDisplay | undefined): (one: CountedSample) => number {
  if (!displays) return ({ sample: { counts } }) => packLamps(litLamps(counts), knownLamps(counts))
  const { display, hidden } = displays
  let lastSecond = Number.NaN
  const phases = PHASES.map((phase) => ({
    phase,
    styles: ofPhase(display, phase),
    longest: Math.max(LONGEST_HIDDEN, ofPhase(hidden, phase)) + DARK_SAMPLES,
    shown: 'other' as Shown,
    zerosSince: null as number | null,
  }))
  return ({ sample: { counts }, second }) => {
    let [lit, known, notShown] = [litLamps(counts), knownLamps(counts), 0]
    for (const one of phases) {
      const { phase, styles, longest } = one
      if (second - lastSecond > 1) [one.shown, one.zerosSince] = ['other', null]
      if (!sendsZeros(counts, phase)) {
        ;[one.shown, one.zerosSince] = [shownBy(lit, phase), null]
        continue
      }
      one.zerosSince ??= second
      const meaning = meaningOfZeros(styles, one.shown, second - one.zerosSince)
      if (meaning === 'flashing' && one.shown !== 'other') lit |= lampOf(phase, one.shown)
      else if (meaning === 'notShown' && second - one.zerosSince < longest) notShown |= lampsOf(phase)
    }
    lastSecond = second
    known &= ~notShown
    return packLamps(lit, known, notShown)
  }
}
