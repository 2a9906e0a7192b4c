/** Joins what samples and cycles teach of displays and control with what an engineer set. */
import { type ControlLearning, NO_CONTROL_LEARNT, nextControl } from './controlLearning.ts'
import type { Learn } from './foldLamps.ts'
import type { Junction } from './junction.ts'
import { type Learning, NOTHING_LEARNT, nextLearning } from './learning.ts'
import { type KnownStyles, type LearnedStyles, type Styles, stylesOf } from './styles.ts'

/** Learns displays and control. Returns the same objects where a sample teaches nothing. */
export const learned: Learn = ({ styles, learning, controlLearning, street: before }, street, force, ended) => {
  const isSeen = before !== null && street.missed === 0 && !street.afterGap
  const last = isSeen ? { counts: before.sample.counts, second: before.second } : null
  const isDriven = force?.effect == null || force.effect.kind === 'program'
  const now = { counts: street.sample.counts, second: street.second }
  const nextOne = nextLearning(learning, last, now, isDriven)
  const control = ended && force ? nextControl(controlLearning, ended, force) : controlLearning
  const isSame = nextOne === learning && control === controlLearning
  return {
    styles: isSame ? styles : stylesAfter(styles, nextOne, control),
    learning: nextOne,
    controlLearning: control,
  }
}

function stylesAfter(
  styles: Styles,
  { display, hidden, hides, presumes }: Learning,
  { control }: ControlLearning,
): Styles {
  const before = styles.learned
  const isSame = before.display === display && before.hidden.join() === hidden.join() && before.control === control
  const beside = { presumesFull: presumesFull(presumes), hides }
  if (isSame && beside.presumesFull === styles.presumesFull && hides === styles.hides) return styles
  return stylesOf(styles.set, isSame ? before : { display, hidden, control }, beside)
}

function presumesFull(presumes: Learning['presumes']): boolean {
  return presumes === 'full' || presumes === 'settled'
}

/** Returns the junction with what an engineer set, and what was learned before. Newer learning of its own stays. */
export function withStyles(
  junction: Junction,
  known: { readonly set: KnownStyles; readonly learned: LearnedStyles },
): Junction {
  const { learning, controlLearning } = junction
  const isNew = learning === NOTHING_LEARNT || junction.street === null
  const isKnown = known.learned.display.some(({ red, yellow, green }) => red ?? yellow ?? green)
  const nextOne: Learning = isNew
    ? {
        ...NOTHING_LEARNT,
        display: known.learned.display,
        hidden: known.learned.hidden,
        presumes: isKnown ? 'settled' : 'nothing',
      }
    : learning
  const control = controlLearning.control ? controlLearning : { ...NO_CONTROL_LEARNT, control: known.learned.control }
  const isSet = known.set.display.some(({ red, yellow, green }) => red ?? yellow ?? green)
  const withSet = isSet && nextOne.presumes !== 'settled' ? { ...nextOne, presumes: 'settled' as const } : nextOne
  const { display, hidden, hides, presumes } = withSet
  const beside = { presumesFull: presumesFull(presumes), hides }
  const styles = stylesOf(known.set, { display, hidden, control: control.control }, beside)
  return { ...junction, styles, learning: withSet, controlLearning: control, earlier: [] }
}
